import { expect, test } from 'vitest'
import {
  createJpeg,
  createMachine,
  createSparePart,
  expectBulkUpdate,
  expectCreated,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const addDrawing = async (id: string, assembly: string, seed = 1, count = 1) =>
  staff(
    `/api/items/${id}/drawings`,
    formBody(
      'POST',
      { assembly },
      await Promise.all(Array.from({ length: count }, (_, index) => createJpeg(seed + index))),
    ),
  )
const relate = (id: string, body: object): Promise<Json> =>
  expectCreated(staff(`/api/items/${id}/relations`, jsonBody('POST', body)))

test('A drawing of an assembly shows its points and the published parts of the assembly by position, and parts lead to it', async () => {
  const lathe = await createMachine(staff, { name: 'DR 1 Lathe' })
  const [gear, belt, hidden] = [
    await createSparePart(staff, { name: 'DR Gear' }),
    await createSparePart(staff, { name: 'DR Belt' }),
    await createSparePart(staff, { name: 'DR Hidden', draft: 'true' }),
  ]
  await relate(gear.id, { group: 'machines', item: lathe.id, assembly: 'Headstock', position: '10' })
  await relate(belt.id, { group: 'machines', item: lathe.id, assembly: 'Headstock', position: '2' })
  await relate(hidden.id, { group: 'machines', item: lathe.id, assembly: 'Headstock', position: '3' })
  const other = await relate(lathe.id, { group: 'parts', item: gear.id, assembly: 'Bed', position: '1' })
  expect(other.relation.drawing).toBeNull()

  const added = await expectCreated(addDrawing(lathe.id, 'Headstock'))
  expect(added).toMatchObject({ assembly: 'Headstock', revision: 1, hotspots: [] })
  const hotspots = [
    { position: '2', x: 10, y: 20.5 },
    { position: '10', x: 100, y: 0 },
  ]
  const path = `/api/items/${lathe.id}/drawings/${added.id}`
  await expectOk(staff(path, jsonBody('PUT', { assembly: 'Headstock', hotspots, revision: 1 })))
  const [drawing] = (await expectOk(site.fetch(`/api/products/${lathe.id}`))).drawings
  expect(drawing).toMatchObject({ revision: 2, hotspots })
  expect(drawing.picture.url).toMatch(/^http/)
  expect(drawing.parts.map(({ name }: Json) => name)).toEqual(['DR Belt', 'DR Gear'])
  const { machines } = (await expectOk(site.fetch(`/api/spareparts/${gear.id}`))).relations
  expect(machines.items.map(({ relation }: Json) => [relation.assembly, relation.drawing])).toEqual([
    ['Bed', null],
    ['Headstock', added.id],
  ])
  await expectProblem(staff(path, jsonBody('PUT', { assembly: 'Headstock', hotspots: [], revision: 1 })), 409)
  expect(await expectProblem(addDrawing(lathe.id, 'Headstock'), 409)).toBe(
    'The assembly Headstock already has a drawing.',
  )
  expect((await staff(path, { method: 'DELETE' })).status).toBe(204)
  expect((await expectOk(site.fetch(`/api/products/${lathe.id}`))).drawings).toBeUndefined()
  expect(await getItemAuditLog(staff, lathe.id)).toContain(
    'changed DR 1 Lathe: Assembly drawing removed: Headstock',
  )
})

test('A drawing that makes no sense is refused, and nothing is stored', async () => {
  const lathe = await createMachine(staff, { name: 'DR 2 Lathe' })
  const part = await createSparePart(staff, { name: 'DR Plate' })
  expect(await expectProblem(addDrawing(part.id, 'Bed'), 400)).toBe('Only machines have assembly drawings.')
  expect(await expectProblem(addDrawing(lathe.id, ' '), 400)).toBe('Enter the assembly.')
  await expectProblem(addDrawing(lathe.id, 'Bed', 1, 0), 400)
  await expectProblem(addDrawing(lathe.id, 'Bed', 1, 2), 400)
  await expectProblem(addDrawing('unknown', 'Bed'), 404)
  const { id } = await expectCreated(addDrawing(lathe.id, 'Bed'))
  const put = (hotspots: unknown) =>
    staff(
      `/api/items/${lathe.id}/drawings/${id}`,
      jsonBody('PUT', { assembly: 'Bed', hotspots, revision: 1 }),
    )
  for (const point of [
    { position: '', x: 1, y: 1 },
    { position: '1', x: -1, y: 1 },
    { position: '1', x: 1, y: 101 },
    { position: '1', x: 1 },
  ])
    await expectProblem(put([point]), 400)
  await expectProblem(put(Array(101).fill({ position: '1', x: 1, y: 1 })), 400)
  expect(await expectOk(staff(`/api/items/${lathe.id}/drawings`))).toMatchObject([
    { revision: 1, hotspots: [] },
  ])
  await expectBulkUpdate(staff, [lathe.id], { archived: true })
  expect((await staff(`/api/items/${lathe.id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await site.db.selectFrom('assembly_drawing').select('id').where('id', '=', id).execute()).toEqual([])
})

test('The picture of a drawing is replaced, and its points stay', async () => {
  const lathe = await createMachine(staff, { name: 'DR 3 Lathe' })
  const added = await expectCreated(addDrawing(lathe.id, 'Bed', 11))
  const path = `/api/items/${lathe.id}/drawings/${added.id}`
  const hotspots = [{ position: '1', x: 10, y: 20 }]
  await expectOk(staff(path, jsonBody('PUT', { assembly: 'Bed', hotspots, revision: 1 })))
  const replace = async (to: string, seeds: number[]) =>
    staff(`${to}/picture`, formBody('PUT', {}, await Promise.all(seeds.map((seed) => createJpeg(seed)))))
  const replaced = await expectOk(replace(path, [12]))
  expect(replaced).toMatchObject({ revision: 3, assembly: 'Bed', hotspots })
  expect(replaced.picture.url).not.toBe(added.picture.url)
  expect(await expectProblem(replace(path, []), 400)).toBe('Choose one picture.')
  await expectProblem(replace(path, [13, 14]), 400)
  await expectProblem(replace(`/api/items/${lathe.id}/drawings/unknown`, [13]), 404)
  expect((await expectOk(staff(`/api/items/${lathe.id}/drawings`)))[0]).toEqual(replaced)
  expect(await getItemAuditLog(staff, lathe.id)).toContain(
    'changed DR 3 Lathe: Picture of an assembly drawing replaced: Bed',
  )
})
