import { describe, expect, test } from 'vitest'
import { snapshotWithHistory } from '../../support/db-snapshot.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  getHistory,
  getItemAuditLog,
  restoreRevision,
} from '../../support/fixtures/items.ts'
import {
  expectOk,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
  type SiteFetch,
} from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const sendFiles = (files: object[]) => staff('/api/items/picture-matches', jsonBody('POST', { files }))
const match = (...paths: string[]): Promise<Json[]> => expectOk(sendFiles(paths.map((path) => ({ path }))))
const createImages = (...seeds: number[]) => Promise.all(seeds.map((seed) => createJpeg(seed, 64, 48)))
const save = (id: string, fields: Record<string, string>, files: File[]) =>
  staff(`/api/items/${id}/pictures`, formBody('POST', fields, files))
const add = (id: string, revision: number, files: File[]) =>
  save(id, { mode: 'add', revision: `${revision}` }, files)
const replace = (id: string, revision: number, files: File[]) =>
  save(id, { mode: 'replace', revision: `${revision}` }, files)

describe('Matching picture files to items', () => {
  test('Files are matched by code, name, slug and folder, each with its number', async () => {
    const [first] = await createImages(1)
    const bearing = await createSparePart(staff, { name: 'Ball Bearing', code: 'BRG-4512' }, [first!])
    const set = await createSparePart(staff, { name: 'Spring Collet Set, 25 mm', draft: 'true' })
    const visit = await createService(staff, { name: 'Yearly Überholung' })
    const reply = await match(
      'BRG-4512_2.jpg',
      'brg 4512 (3).jpg',
      'Spring Collet Set, 25 mm - 1.png',
      `${visit.slug}.jpg`,
      'yearly_uberholung_12.jpg',
      'Photos/BRG4512/front.jpg',
      'DSC_0001.jpg',
    )
    const item = {
      id: bearing.id,
      kind: 'spare',
      name: 'Ball Bearing',
      code: 'BRG-4512',
      state: 'published',
      revision: 1,
      images: [new URL(bearing.images[0]).pathname.split('/')[2]],
    }
    expect(reply[0]).toEqual({ path: 'BRG-4512_2.jpg', position: 2, item, candidates: [] })
    expect(reply.map(({ item: found, position }) => [found?.id, position])).toEqual([
      [bearing.id, 2],
      [bearing.id, 3],
      [set.id, 1],
      [visit.id, null],
      [visit.id, 12],
      [bearing.id, null],
      [undefined, null],
    ])
    expect(reply[2]!.item).toMatchObject({ state: 'draft', code: null, images: [] })
  })

  test('A name that several items have is left to the user, whose choice counts whatever the name is', async () => {
    const ids = [
      (await createMachine(staff, { name: 'Twin' })).id,
      (await createService(staff, { name: 'Twin' })).id,
    ]
    const [twin] = await match('Twin 2.jpg')
    expect(twin).toMatchObject({ item: null, position: 2 })
    expect(twin!.candidates.map(({ id }: Json) => id).sort()).toEqual(ids.sort())
    const chosen: Json[] = await expectOk(
      sendFiles([
        { path: 'Twin 2.jpg', itemId: ids[1] },
        { path: 'DSC_7.jpg', itemId: ids[0] },
        { path: 'x.jpg', itemId: 'none' },
      ]),
    )
    expect(chosen.map(({ item }) => item?.id)).toEqual([ids[1], ids[0], undefined])
  })

  test('Archived items match no file', async () => {
    const { id } = await createSparePart(staff, { name: 'Old Pulley', code: 'OLD-1' })
    await expectBulkUpdate(staff, [id], { archived: true })
    expect((await match('OLD-1_1.jpg'))[0]).toMatchObject({ item: null, candidates: [] })
  })

  test('At most 500 files are matched in one request', async () => {
    const paths = Array.from(
      { length: 500 },
      (_, index) => `folder ${index}/${'long name '.repeat(20)}_${index}.jpg`,
    )
    expect(await match(...paths)).toHaveLength(500)
    expect(await expectProblem(sendFiles([...paths, 'a.jpg'].map((path) => ({ path }))), 400)).toMatch(
      /500 files/,
    )
    await expectProblem(sendFiles([]), 400)
    await expectProblem(sendFiles([{ path: '' }]), 400)
    await expectProblem(sendFiles([{ path: 'a\0.jpg' }]), 400)
    await expectProblem(sendFiles([{ path: 'x'.repeat(1001) }]), 400)
  })
})

describe.each([
  { noun: 'machine', create: createMachine, path: '/api/products' },
  { noun: 'spare part', create: createSparePart, path: '/api/spareparts' },
  { noun: 'service', create: (fetch: SiteFetch) => createService(fetch), path: '/api/services' },
])('The pictures of a $noun', ({ create, path }) => {
  test('Pictures are added in order, replaced, and restored from the history', async () => {
    const { id } = await create(staff)
    const added = await expectOk(add(id, 1, await createImages(1, 2)))
    expect(added).toMatchObject({ id, revision: 2 })
    expect(added.images).toHaveLength(2)
    const { images } = await expectOk(add(id, 2, await createImages(3)))
    expect(images.slice(0, 2)).toEqual(added.images)
    const replaced = await expectOk(replace(id, 3, await createImages(3, 4)))
    expect(replaced.images).toEqual([images[2], expect.not.stringMatching(images[0])])
    const pictures = (await expectOk(site.fetch(`${path}/${id}`))).images
    expect(pictures.map((url: string) => new URL(url).pathname.split('/')[2])).toEqual(replaced.images)
    expect((await getItemAuditLog(staff, id)).slice(1)).toEqual(
      Array(3).fill(expect.stringMatching(/^changed .*: Images$/)),
    )
    await expectOk(restoreRevision(staff, id, 1))
    expect((await expectOk(site.fetch(`${path}/${id}`))).images).toEqual([])
  })

  test('Pictures for an older revision are rejected with 409 and the name of the last author', async () => {
    const { id, name } = await create(staff)
    await expectOk(staff(`${path}/${id}`, jsonBody('PUT', { featured: true })))
    const before = await snapshotWithHistory(site)
    expect(await expectProblem(add(id, 1, await createImages(1)), 409)).toContain(`changed ${name} while`)
    expect(await snapshotWithHistory(site)).toEqual(before)
  })
})

test('Pictures that the item has already add no revision', async () => {
  const { id } = await createMachine(staff)
  const files = await createImages(1, 2)
  const { images } = await expectOk(add(id, 1, files))
  expect(await expectOk(add(id, 2, [files[1]!]))).toMatchObject({ revision: 2, images })
  expect(await expectOk(replace(id, 2, files))).toMatchObject({ revision: 2, images })
  expect((await getHistory(staff, id)).revisions).toHaveLength(2)
})

test('Six pictures are accepted in total and a seventh is rejected, unless it is there already', async () => {
  const { id } = await createMachine(staff)
  const six = await createImages(1, 2, 3, 4, 5, 6)
  await expectOk(add(id, 1, six))
  const before = await getHistory(staff, id)
  expect(await expectProblem(add(id, 2, await createImages(7)), 400)).toMatch(/6 images/)
  expect(await expectProblem(replace(id, 2, await createImages(1, 2, 3, 4, 5, 6, 7)), 400)).toMatch(
    /6 images/,
  )
  expect((await expectOk(add(id, 2, six))).images).toHaveLength(6)
  expect(await getHistory(staff, id)).toEqual(before)
  expect((await expectOk(replace(id, 2, await createImages(7)))).images).toHaveLength(1)
})

test('A file that is no picture rejects the whole request', async () => {
  const { id } = await createMachine(staff)
  const before = await getHistory(staff, id)
  const files = [...(await createImages(1)), new File(['<html>'], 'fake.jpg', { type: 'image/jpeg' })]
  expect(await expectProblem(add(id, 1, files), 415)).toContain('fake.jpg')
  expect(await getHistory(staff, id)).toEqual(before)
  expect((await expectOk(site.fetch(`/api/products/${id}`))).images).toEqual([])
})

test('Captions stay with the pictures that an item keeps', async () => {
  const files = await createImages(1, 2)
  const { id } = await createSparePart(staff, { captions: '["Front","Side"]' }, files)
  await expectOk(add(id, 1, await createImages(3)))
  await expectOk(replace(id, 2, [files[1]!]))
  const { pictures } = await expectOk(site.fetch(`/api/spareparts/${id}`))
  expect(pictures.map(({ caption }: Json) => caption)).toEqual(['Side'])
})

test('An imported item without specifications accepts pictures', async () => {
  const { id } = await createSparePart(staff)
  await site.db.updateTable('item').set({ specifications_json: '[]' }).where('id', '=', id).execute()
  expect((await expectOk(add(id, 1, await createImages(1)))).images).toHaveLength(1)
})

test('A form without a picture, mode or revision, and one for an unknown or archived item, are rejected', async () => {
  const { id } = await createSparePart(staff)
  const files = await createImages(1)
  expect(await expectProblem(add(id, 1, []), 400)).toBe('Choose at least one picture.')
  for (const fields of [
    {},
    { mode: 'add' },
    { revision: '1' },
    { mode: 'delete', revision: '1' },
    { mode: 'add', revision: 'x' },
  ])
    await expectProblem(save(id, fields as Record<string, string>, files), 400)
  await expectProblem(staff(`/api/items/${id}/pictures`, jsonBody('POST', { mode: 'add' })), 415)
  await expectProblem(add('none', 1, files), 404)
  await expectBulkUpdate(staff, [id], { archived: true })
  await expectProblem(add(id, 2, files), 404)
})

test('Two simultaneous uploads for the same revision store one and reject the other', async () => {
  const { id } = await createSparePart(staff)
  const [first, second] = await createImages(1, 2)
  const replies = await Promise.all([add(id, 1, [first!]), add(id, 1, [second!])])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await getHistory(staff, id)).revisions).toHaveLength(2)
})
