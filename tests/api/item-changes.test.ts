import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formBody, jpeg, jsonBody, startSite, type TestSite } from '../support/site.ts'
import {
  accepted,
  changed,
  changeMany,
  createMachine,
  createService,
  createSpare,
  type Json,
  logged,
  restore,
  SERVICE,
  type Staff,
} from './requests.ts'
import { pictureFiles, storedWithHistory } from './stored.ts'

let site: TestSite
let staff: Staff
let colleague: Staff
let colleagueName: string
beforeAll(async () => {
  site = await startSite({}, { pages: true })
  staff = await site.signIn('editor')
  colleague = await site.signIn('owner')
  colleagueName = (await accepted(colleague('/api/auth/me'))).username
})
afterAll(() => site.close())

const pictures = (...seeds: number[]) => Promise.all(seeds.map((seed) => jpeg(seed, 64, 48)))
const ids = (items: Json[]): string[] => items.map(({ id }) => id)
/** What is refused with this status leaves everything as it was, the history and the log too. */
async function refusedWhole(sent: () => Promise<Response>, status: number): Promise<Json> {
  const before = await storedWithHistory(site)
  const reply = await sent()
  const body = await reply.json()
  expect(reply.status, body.message).toBe(status)
  expect(await storedWithHistory(site)).toEqual(before)
  return body
}

const KINDS = [
  {
    kind: 'machine',
    path: '/api/products',
    create: () => createMachine(staff),
    change: (by: Staff, id: string, name: string, revision?: number) =>
      by(`/api/products/${id}`, formBody('PUT', { name, ...(revision && { revision: String(revision) }) })),
  },
  {
    kind: 'spare part',
    path: '/api/spareparts',
    create: () => createSpare(staff),
    change: (by: Staff, id: string, name: string, revision?: number) =>
      by(
        `/api/spareparts/${id}/full`,
        formBody('PUT', { name, ...(revision && { revision: String(revision) }) }),
      ),
  },
  {
    kind: 'service',
    path: '/api/services',
    create: () => createService(staff),
    change: (by: Staff, id: string, name: string, revision?: number) =>
      by(`/api/services/${id}/full`, jsonBody('PUT', { ...SERVICE, name, revision })),
  },
]

describe.each(KINDS)('whoever changes a $kind', ({ path, create, change }) => {
  test('is told who changed it meanwhile, and nothing is written', async () => {
    const { id, revision, name } = await create()
    await accepted(change(staff, id, name, revision))
    await accepted(change(colleague, id, `Seen by ${name}`, revision + 1))
    const problem = await refusedWhole(() => change(staff, id, 'Unseen', revision + 1), 409)
    expect(problem).toMatchObject({
      type: 'changed-meanwhile',
      message: `${colleagueName} changed Seen by ${name} while you were working on it.`,
    })
    expect((await accepted(site.fetch(`${path}/${id}`))).name).toBe(`Seen by ${name}`)
  })

  test.each(['one that is still to come', 'one that was'])('may not name %s', async (which) => {
    const { id, name } = await create()
    const { revision } = await accepted(change(staff, id, name))
    const other = which.includes('was') ? revision - 1 : revision + 1
    expect((await refusedWhole(() => change(staff, id, 'Unseen', other), 409)).type).toBe('changed-meanwhile')
  })

  test('and does not say on what it is based is not asked', async () => {
    const { id, name, revision } = await create()
    await accepted(change(colleague, id, `${name} II`))
    expect(await accepted(change(staff, id, `${name} III`))).toMatchObject({
      name: `${name} III`,
      revision: revision + 2,
    })
  })

  test('wins alone when two save the same revision at the same moment', async () => {
    const { id, revision } = await create()
    const both = ['By me', 'By you'].map((name, index) =>
      change([staff, colleague][index]!, id, name, revision),
    )
    const replies = await Promise.all(both)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = await replies.find(({ status }) => status === 200)!.json()
    expect(winner.revision).toBe(revision + 1)
    expect(await accepted(site.fetch(`${path}/${id}`))).toEqual(winner)
    expect((await logged(staff, id)).length).toBe(2)
  })

  test('is also told when only a mark was changed meanwhile', async () => {
    const { id, revision, name } = await create()
    await changed(colleague, [id], { featured: true })
    expect((await refusedWhole(() => change(staff, id, 'Unseen', revision), 409)).message).toMatch(
      `${colleagueName} changed ${name}`,
    )
  })
})

test('pictures that come with a change based on an old revision leave nothing behind', async () => {
  const { id, revision } = await createMachine(staff, {}, await pictures(1))
  await accepted(colleague(`/api/products/${id}`, formBody('PUT', { brand: 'Kovai' })))
  const files = await pictures(2, 3)
  const form = formBody('PUT', { brand: 'Other', revision: String(revision) }, files)
  await refusedWhole(() => staff(`/api/products/${id}`, form), 409)
})

test('pictures of the one of two savers who loses leave nothing behind', async () => {
  const { id, revision } = await createMachine(staff)
  const save = async (by: Staff, seed: number) =>
    by(`/api/products/${id}`, formBody('PUT', { revision: String(revision) }, await pictures(seed)))
  const replies = await Promise.all([save(staff, 61), save(colleague, 62)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { images } = await accepted(site.fetch(`/api/products/${id}`))
  expect(images).toHaveLength(1)
  const kept = await site.db.selectFrom('media').select('id').execute()
  const folders = new Set((await pictureFiles(site.dataDir)).map((file) => file.split('/')[0]))
  expect([...folders].sort()).toEqual(kept.map(({ id: media }) => media).sort())
})

test.each(['-1', '1.5', 'one', '', '1e3', '9999999999'])(
  'the revision %j of a form is refused',
  async (revision) => {
    const { id } = await createMachine(staff)
    await refusedWhole(() => staff(`/api/products/${id}`, formBody('PUT', { revision })), 400)
  },
)

describe.each([
  { kind: 'machine', create: createMachine, address: (id: string) => `/api/products/${id}` },
  { kind: 'part', create: createSpare, address: (id: string) => `/api/spareparts/${id}/full` },
])('new pictures of a $kind', ({ create, address }) => {
  /** The seeds of an item's pictures are told by what one seed alone is stored as. */
  const arrange = async (places: string[], files: File[], present: Json) =>
    staff(address(present.id), formBody('PUT', { existingImages: JSON.stringify(places) }, files))
  let known: Record<number, string>
  beforeAll(async () => {
    known = {}
    for (const seed of [11, 12, 13, 14]) {
      const { images } = await create(staff, {}, await pictures(seed))
      known[seed] = images[0]
    }
  })
  const images = (...seeds: number[]) => seeds.map((seed) => known[seed])

  test.each([
    { where: 'first', places: ['file:0', '11', '12'], files: [13], expected: [13, 11, 12] },
    { where: 'in between', places: ['11', 'file:0', '12'], files: [13], expected: [11, 13, 12] },
    { where: 'last', places: ['12', '11', 'file:0'], files: [13], expected: [12, 11, 13] },
    { where: 'in any order', places: ['file:1', '12', 'file:0'], files: [13, 14], expected: [14, 12, 13] },
    {
      where: 'last when no place names them',
      places: ['12', 'file:1'],
      files: [13, 14],
      expected: [12, 14, 13],
    },
    { where: 'in place of all', places: ['file:0'], files: [13], expected: [13] },
    {
      where: 'once, though a place is named twice',
      places: ['file:0', '11', 'file:0'],
      files: [13],
      expected: [13, 11],
    },
    {
      where: 'once, though they come twice',
      places: ['file:1', '11', 'file:0'],
      files: [13, 13],
      expected: [13, 11],
    },
    {
      where: 'where the one that is there already stands first',
      places: ['12', 'file:0', '11'],
      files: [11],
      expected: [12, 11],
    },
  ])('stand $where', async ({ places, files, expected }) => {
    const present = await create(staff, {}, await pictures(11, 12))
    const wanted = places.map((place) => (place.startsWith('file:') ? place : known[Number(place)]!))
    const reply = await accepted(arrange(wanted, await pictures(...files), present))
    expect(reply.images).toEqual(images(...expected))
  })

  test.each([
    { what: 'a number too high', place: 'file:1' },
    { what: 'the last number there is', place: 'file:9' },
    { what: 'two digits', place: 'file:10' },
    { what: 'no number', place: 'file:' },
    { what: 'a negative number', place: 'file:-1' },
    { what: 'a path', place: 'file:///etc/passwd' },
  ])('are refused at a place with $what', async ({ place }) => {
    const present = await create(staff, {}, await pictures(11, 12))
    const files = await pictures(15)
    const { message } = await refusedWhole(() => arrange([place, known[11]!], files, present), 400)
    expect(message).toMatch(/image/)
  })

  test('are refused when none came though a place waits for one', async () => {
    const present = await create(staff, {}, await pictures(11))
    await refusedWhole(() => arrange([known[11]!, 'file:0'], [], present), 400)
  })
})

describe('one change of many items', () => {
  const three = async () => {
    const items = [await createMachine(staff), await createSpare(staff), await createService(staff)]
    return ids(items).sort()
  }
  const read = async (id: string): Promise<Json> => {
    const [item] = await site.db.selectFrom('item').selectAll().where('id', '=', id).execute()
    return item
  }

  test.each([
    { change: { featured: true }, column: { is_featured: 1 }, log: 'featured' },
    { change: { published: false }, column: { state: 'draft' }, log: 'unpublished' },
    { change: { archived: true }, column: { state: 'archived' }, log: 'archived' },
    { change: { category: ' Turning ' }, column: { category: 'Turning' }, log: 'changed' },
  ])('$change is made to each, and noted for each', async ({ change, column, log }) => {
    const all = await three()
    expect(await changed(staff, all, change)).toEqual(all)
    for (const id of all) {
      const item = await read(id)
      expect(item).toMatchObject({ ...column, revision: 2 })
      expect((await logged(staff, id)).slice(1)).toEqual([
        `${log} ${item.name}${log === 'changed' ? ': Category' : ''}`,
      ])
    }
  })

  test('is answered with what really changed, and the category from before', async () => {
    const [first, second] = [
      await createSpare(staff, { category: 'Collets' }),
      await createSpare(staff, { category: 'Chucks' }),
    ]
    const wanted = { category: 'Chucks' }
    expect(await accepted(changeMany(staff, [first.id, second.id, first.id], wanted))).toEqual({
      changed: [{ id: first.id, category: 'Collets' }],
    })
    const before = await storedWithHistory(site)
    expect(await accepted(changeMany(staff, [first.id, second.id], wanted))).toEqual({ changed: [] })
    expect(await storedWithHistory(site)).toEqual(before)
  })

  test('is made to none when one of them does not exist', async () => {
    const all = await three()
    for (const change of [{ featured: true }, { published: false }, { archived: true }, { category: 'X' }]) {
      const { message } = await refusedWhole(() => changeMany(staff, [...all, 'unknown'], change), 400)
      expect(message).toBe('One of these items is gone. Please reload the list and try again.')
    }
  })

  test('takes 500 items and no more', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `item-${n}`)
    expect((await refusedWhole(() => changeMany(staff, ids(501), { featured: true }), 400)).message).toBe(
      'At most 500 items at once.',
    )
    // These are not too many; they are only not there.
    expect((await refusedWhole(() => changeMany(staff, ids(500), { featured: true }), 400)).message).toMatch(
      /gone/,
    )
  })

  test.each([
    [{ featured: true, published: true }],
    [{ archived: true, category: 'X' }],
    [{}],
    [{ featured: 'yes' }],
    [{ category: '  ' }],
    [{ category: 'x'.repeat(101) }],
    [{ name: 'Renamed' }],
    [{ featured: true, name: 'Renamed' }],
    [{ state: 'archived' }],
  ])('refuses %j', async (change) => {
    const all = await three()
    await refusedWhole(() => changeMany(staff, all, change), 400)
  })

  test('refuses no items at all, and ids that are none', async () => {
    expect((await refusedWhole(() => changeMany(staff, [], { featured: true }), 400)).message).toBe(
      'Please choose at least one item.',
    )
    await refusedWhole(() => staff('/api/items/changes', jsonBody('POST', { ids: [1], featured: true })), 400)
    await refusedWhole(() => changeMany(staff, ['x'.repeat(101)], { featured: true }), 400)
  })

  test('is not for sales staff, nor for strangers', async () => {
    const all = await three()
    const sales = await site.signIn('sales')
    await refusedWhole(() => changeMany(sales, all, { featured: true }), 403)
    await refusedWhole(() => changeMany(site.fetch, all, { featured: true }), 401)
  })

  test('does nothing to an archived item but bring it back as it was', async () => {
    const published = await createMachine(staff)
    const draft = await createSpare(staff, { draft: 'true' })
    const both = [published.id, draft.id].sort()
    expect(await changed(staff, both, { archived: true })).toEqual(both)
    const before = await storedWithHistory(site)
    for (const change of [
      { featured: true },
      { published: true },
      { published: false },
      { category: 'X' },
      { archived: true },
    ])
      expect(await changed(staff, both, change), JSON.stringify(change)).toEqual([])
    expect(await storedWithHistory(site)).toEqual(before)

    expect(await changed(staff, both, { archived: false })).toEqual(both)
    expect((await read(published.id)).state).toBe('published')
    expect((await read(draft.id)).state).toBe('draft')
    expect(await changed(staff, both, { archived: false })).toEqual([])
    expect((await logged(staff, draft.id)).slice(1)).toEqual(['archived Collet Set', 'restored Collet Set'])
  })

  test('brings an item back that was archived before there was any history', async () => {
    const { id } = await createMachine(staff)
    await changed(staff, [id], { archived: true })
    await site.db.deleteFrom('item_revision').where('item_id', '=', id).execute()
    expect(await changed(staff, [id], { archived: false })).toEqual([id])
    await accepted(site.fetch(`/api/products/${id}`))
  })

  test('comes first or second, never both at once', async () => {
    const all = await three()
    const replies = await Promise.all([
      changed(staff, all, { featured: true }),
      changed(colleague, all, { featured: true }),
    ])
    expect(replies.flat().sort()).toEqual(all)
    for (const id of all) expect(await read(id)).toMatchObject({ is_featured: 1, revision: 2 })
  })
})

describe('every page and list shows at once what was changed', () => {
  const name = 'A 1 Umbra Shaper'
  const shows = async (path: string, words = name) => (await (await site.fetch(path)).text()).includes(words)

  test('by a change of many', async () => {
    const { id, slug } = await createMachine(staff, { name })
    const states = async () => [
      await shows('/products'),
      (await site.fetch(`/product/${slug}`)).status,
      await shows('/api/products'),
    ]
    expect(await states()).toEqual([true, 200, true])
    for (const [change, visible] of [
      [{ archived: true }, false],
      [{ archived: false }, true],
      [{ published: false }, false],
      [{ published: true }, true],
    ] as const) {
      await changed(staff, [id], change)
      expect(await states(), JSON.stringify(change)).toEqual([visible, visible ? 200 : 404, visible])
    }
    await changed(staff, [id], { featured: true })
    expect(await shows('/')).toBe(true)
    await changed(staff, [id], { featured: false })
    expect(await shows('/')).toBe(false)
  })

  test('by going back to an earlier revision', async () => {
    const { id, revision } = await createMachine(staff, { name: 'Sepia Shaper' })
    await accepted(staff(`/api/products/${id}`, formBody('PUT', { name: `${name} II` })))
    const shown = async () => [
      await shows('/products', `${name} II`),
      await shows('/sitemap.xml', 'a-1-umbra-shaper-ii'),
    ]
    expect(await shown()).toEqual([true, true])
    await accepted(restore(staff, id, revision))
    expect(await shown()).toEqual([false, false])
    await changed(staff, [id], { archived: true })
    await accepted(restore(staff, id, revision + 1))
    expect(await shown()).toEqual([true, true])
  })
})
