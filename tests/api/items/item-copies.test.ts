import { expect, test } from 'vitest'
import { LIMITS } from '#contracts/limits.ts'
import { addDocument, STEP } from '../../support/fixtures/documents.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  expectCreated,
  getHistory,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const copy = (id: string) => staff(`/api/items/${id}/copies`, { method: 'POST' })
const expectCopy = (id: string) => expectCreated(copy(id))

test('A copy of a machine is a draft with its content and pictures that is not featured', async () => {
  const details = {
    price: '1500000',
    brand: 'Kovai',
    features: '["Coolant tank"]',
    category: 'Capstan lathes',
  }
  const original = await createMachine(staff, { ...details, featured: 'true' }, [await createJpeg(1)])
  const created = await expectCopy(original.id)
  expect(created).toMatchObject({ kind: 'machine', state: 'draft', featured: false, revision: 1 })
  const draft = await expectOk(staff(`/api/products/${created.id}`))
  for (const field of ['description', 'category', 'brand', 'price', 'features', 'specifications', 'images'])
    expect(draft[field], field).toEqual(original[field])
  expect(draft).toMatchObject({ name: `${original.name} (copy)`, draft: true, featured: false })
  expect(draft.slug).not.toBe(original.slug)
  const listed: Json[] = await expectOk(site.fetch('/api/products'))
  expect(listed.map(({ id }) => id)).toEqual([original.id])
  expect(await getItemAuditLog(staff, created.id)).toEqual([
    `created ${original.name} (copy): Copy of ${original.name}`,
  ])
  expect((await getHistory(staff, created.id)).revisions).toHaveLength(1)
})

test('A copy has no part number or similar code, and the response names those that were not copied', async () => {
  const specifications = '{"Bore":"12 mm","Part number":"KMT-1","Order code":"K 1","Length":"40 mm"}'
  const part = await createSparePart(staff, { specifications })
  const created = await expectCopy(part.id)
  expect(created).toMatchObject({ kind: 'spare', partNumber: '', state: 'draft' })
  expect(created.omittedCodes).toEqual([
    { name: 'Part number', position: 1 },
    { name: 'Order code', position: 2 },
  ])
  const draft = await expectOk(staff(`/api/spareparts/${created.id}`))
  expect(draft.specs).toEqual({ Bore: '12 mm', Length: '40 mm' })
  expect((await expectOk(staff(`/api/spareparts/${part.id}`))).specs).toEqual(part.specs)
})

test('A copy has no documents or drawings, and the response says how many the original has', async () => {
  const machine = await createMachine(staff, { name: 'Lathe with files' })
  for (const title of ['Manual', 'Plan'])
    await addDocument(staff, machine.id, `${title}.step`, STEP, { title })
  const drawing = formBody('POST', { assembly: 'Bed' }, [await createJpeg(5)])
  await expectCreated(staff(`/api/items/${machine.id}/drawings`, drawing))
  const created = await expectCopy(machine.id)
  expect(created.omittedFiles).toEqual({ documents: 2, drawings: 1 })
  expect(await expectOk(staff(`/api/items/${created.id}/documents`))).toEqual([])
  expect((await expectCopy(created.id)).omittedFiles).toEqual({ documents: 0, drawings: 0 })
})

test('Copies of services, of copies and of archived items are drafts of their kind', async () => {
  const service = await createService(staff, { name: 'Overhaul' })
  const first = await expectCopy(service.id)
  expect(await expectCopy(first.id)).toMatchObject({ kind: 'service', name: 'Overhaul (copy) (copy)' })
  await expectBulkUpdate(staff, [service.id], { archived: true })
  expect(await expectCopy(service.id)).toMatchObject({ name: 'Overhaul (copy)', state: 'draft' })
})

test('The name of a copy is shortened to the limit of names', async () => {
  const { id } = await createService(staff, { name: 'x'.repeat(LIMITS.nameLength) })
  const { name } = await expectCopy(id)
  expect(name).toHaveLength(LIMITS.nameLength)
  expect(name).toMatch(/^x+ \(copy\)$/)
})

test('A copy of an item that does not exist responds with 404', () =>
  expectProblem(copy('00000000-0000-0000-0000-000000000000'), 404))

test('The pictures of a copy remain when the original is deleted', async () => {
  const original = await createMachine(staff, { name: 'Planer' }, [await createJpeg(2)])
  const { id } = await expectCopy(original.id)
  await expectBulkUpdate(staff, [original.id], { archived: true })
  expect((await staff(`/api/items/${original.id}`, { method: 'DELETE' })).status).toBe(204)
  const draft = await expectOk(staff(`/api/products/${id}`))
  expect(draft.images).toEqual(original.images)
  const url = new URL(draft.images[0])
  expect((await site.fetch(url.pathname)).status).toBe(200)
})
