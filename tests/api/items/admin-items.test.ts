import { beforeAll, describe, expect, test } from 'vitest'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { LIMITS } from '#contracts/limits.ts'
import { createItemPlan, type ItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import {
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
} from '../../support/fixtures/items.ts'
import { expectOk, expectPage, expectProblem, type Json, type SiteFetch } from '../../support/http-client.ts'
import { startEmptiedSite, startSiteOnce } from '../../support/site-hooks.ts'

const KINDS = ['machine', 'spare', 'service'] as const
const ITEM_COUNT = 1000
const IMAGE = 'https://cdn.example.com/a.jpg'

/** Items for every combination of filters: the moduli have no common factor. */
const createPlan = (n: number): ItemPlan =>
  createItemPlan(
    KINDS[n % 3]!,
    {
      name: `${['Älpha', 'beta', 'Gamma'][n % 3]} ${String((n * 7919) % ITEM_COUNT).padStart(4, '0')}`,
      description: n % 11 === 0 ? `A karmesin finish. ${'x'.repeat(300)}` : 'Plain.',
      category: `Category ${n % 7}`,
      pricePaise: n % 5 === 0 ? null : ((n * 37) % 1000) * 100,
      specifications:
        n % 13 === 0
          ? [['Bed', 'hard']]
          : [
              ['Part number', `KMT-CO-${n}`],
              ['Bed', 'hard'],
            ],
      images: n % 2 === 0 ? [IMAGE] : [],
      featured: n % 17 === 0,
      state: n % 19 === 0 ? 'draft' : 'published',
    },
    {
      archived: n % 23 === 0,
      // Items of an import have one time.
      at: new Date(Date.UTC(2026, 0, 1 + ((Math.floor(n / 50) * 7) % 20))).toISOString(),
    },
  )

let allItems: (ItemPlan & { id: string; n: number })[]
const { site, staff } = startSiteOnce('sales')
beforeAll(async () => {
  const plans = Array.from({ length: ITEM_COUNT }, (_, n) => createPlan(n))
  const ids = await insertItems(site, plans)
  allItems = plans.map((made, n) => ({ ...made, id: ids[n]!, n }))
}, 120_000)

const list = (query: Record<string, string | number>, by = staff) =>
  expectPage(by(`/api/items?${new URLSearchParams(query as Record<string, string>)}`))
const listIds = (query: Record<string, string>): Promise<string[]> =>
  expectOk(staff(`/api/items/ids?${new URLSearchParams(query)}`))

type KnownItem = (typeof allItems)[number]
const getState = ({ archived, draft }: KnownItem) => (archived ? 'archived' : draft.state)
const FILTERS: { query: Record<string, string>; matches: (item: KnownItem) => boolean }[] = [
  { query: { kind: 'machine' }, matches: ({ kind }) => kind === 'machine' },
  { query: { kind: 'spare' }, matches: ({ kind }) => kind === 'spare' },
  { query: { kind: 'service' }, matches: ({ kind }) => kind === 'service' },
  { query: { category: 'Category 3' }, matches: ({ n }) => n % 7 === 3 },
  { query: { featured: 'true' }, matches: ({ n }) => n % 17 === 0 },
  { query: { featured: 'false' }, matches: ({ n }) => n % 17 !== 0 },
  { query: { missing: 'picture' }, matches: ({ n }) => n % 2 !== 0 },
  // Services have no price.
  { query: { missing: 'price' }, matches: ({ n, kind }) => n % 5 === 0 && kind !== 'service' },
  { query: { missing: 'specifications' }, matches: ({ n }) => n % 13 === 0 },
  { query: { search: 'karmesin' }, matches: ({ n }) => n % 11 === 0 },
  { query: { search: 'ALPHA' }, matches: ({ n }) => n % 3 === 0 },
  { query: { search: '  beta ' }, matches: ({ n }) => n % 3 === 1 },
]
const STATES: { query: Record<string, string>; matches: (item: KnownItem) => boolean }[] = [
  { query: {}, matches: (item) => !item.archived },
  { query: { state: 'published' }, matches: (item) => getState(item) === 'published' },
  { query: { state: 'draft' }, matches: (item) => getState(item) === 'draft' },
  { query: { state: 'archived' }, matches: (item) => getState(item) === 'archived' },
]
/** One filter of each field that can be combined, and every kind of missing information. */
const COMBINED = FILTERS.filter(({ query }) =>
  ['service', 'Category 3', 'true', 'picture', 'price', 'specifications', 'karmesin'].includes(
    Object.values(query)[0]!,
  ),
)
const getFilterField = (filter: (typeof FILTERS)[number]) => Object.keys(filter.query)[0]!

/** Compares count, ids and one page of this query with the items that were created. */
async function expectMatches(query: Record<string, string>, matches: (item: KnownItem) => boolean) {
  const expected = allItems.filter(matches).map(({ id }) => id)
  const { items, total } = await list({ ...query, limit: 200 })
  expect(total, JSON.stringify(query)).toBe(expected.length)
  expect(items).toHaveLength(Math.min(200, expected.length))
  const ids = await listIds(query)
  expect(ids.toSorted()).toEqual(expected.toSorted())
  expect(ids.slice(0, 200)).toEqual(items.map(({ id }) => id))
}

describe('The list of 1,000 items', () => {
  test.each(STATES)(
    'The admin list with $query returns and counts all matching items',
    ({ query, matches }) => expectMatches(query, matches),
  )

  test.each(FILTERS)(
    'The admin list with $query returns and counts all matching items in every state',
    async (filter) => {
      for (const state of STATES)
        await expectMatches(
          { ...state.query, ...filter.query },
          (item) => state.matches(item) && filter.matches(item),
        )
    },
  )

  const pairs = COMBINED.flatMap((one, index) =>
    COMBINED.slice(index + 1)
      .filter((other) => getFilterField(one) !== getFilterField(other))
      .map((other) => ({ query: { ...one.query, ...other.query }, one, other })),
  )
  test.each(pairs)(
    'The admin list with the filters $query returns and counts all matching items',
    ({ query, one, other }) =>
      expectMatches(query, (item) => !item.archived && one.matches(item) && other.matches(item)),
  )

  test('The admin list with all filters together returns and counts all matching items', () =>
    expectMatches(
      {
        kind: 'machine',
        category: 'Category 3',
        featured: 'false',
        missing: 'price',
        state: 'published',
        search: 'alpha',
      },
      (item) =>
        getState(item) === 'published' &&
        item.n % 3 === 0 &&
        item.n % 7 === 3 &&
        item.n % 17 !== 0 &&
        item.n % 5 === 0,
    ))

  test('The admin list with an unknown category is empty', () =>
    expectMatches({ category: 'category 3' }, () => false))
})

describe('The search of the admin list', () => {
  const one = () => allItems.find(({ n, archived }) => n > 100 && n % 13 !== 0 && !archived)!

  test('The admin search finds a part number with and without separators', async () => {
    const { n, id } = one()
    for (const search of [`KMT-CO-${n}`, `kmtco${n}`, `KMT CO ${n}`, `kmt/co-${n}`, ` mtco${n} `])
      expect(
        (await list({ search })).items.map((item) => item.id),
        search,
      ).toEqual([id])
  })

  test('The admin search finds a full name, a part of it, and characters with accents', async () => {
    const { draft, id } = one()
    for (const search of [
      draft.name,
      draft.name.toUpperCase(),
      draft.name.slice(2),
      draft.name.normalize('NFD'),
    ])
      expect(
        (await list({ search })).items.map((item) => item.id),
        search,
      ).toContain(id)
  })

  test('The admin search finds terms of one and two characters', async () => {
    const beta = allItems.filter(({ n, archived }) => n % 3 === 1 && !archived).length
    expect((await list({ search: 'be' })).total).toBeGreaterThanOrEqual(beta)
    expect((await list({ search: 'q' })).total).toBe(0)
  })

  test.each(['%', '_', '"', "'", '*', 'alpha* OR beta', 'NEAR(', '\\', '-- ', '](', '\ud800', '🙂', '٣'])(
    'The admin search takes %j literally',
    async (search) => {
      const { total } = await list({ search })
      // The texts contain only words and full stops.
      expect(total).toBe(0)
    },
  )

  test.each(['', '   '])('The empty admin search %j returns all items', async (search) => {
    expect((await list({ search })).total).toBe(allItems.filter(({ archived }) => !archived).length)
  })
})

describe('The order of the admin list', () => {
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const folded = (name: string) => name.toLowerCase().replace('ä', 'a')
  const byName = (a: Json, b: Json) => byText(folded(a.name), folded(b.name)) || byText(a.id, b.id)
  /** Compares what the order sorts by; items without a part number are last in both directions. */
  const ORDERS: Record<string, (a: Json, b: Json) => number> = {
    name: byName,
    code: (a, b) => byText(a.partNumber, b.partNumber),
    kind: (a, b) => byText(a.kind, b.kind),
    changed: (a, b) => byText(a.updatedAt, b.updatedAt) || byText(a.id, b.id),
    price: (a, b) => (a.price ?? 0) - (b.price ?? 0),
    category: (a, b) => byText(a.category, b.category),
    state: (a, b) => byText(a.state, b.state),
  }
  const directions = Object.keys(ORDERS).flatMap((sort) => [
    [sort, 'asc'],
    [sort, 'desc'],
  ])

  test.each(directions)(
    'The pages of the admin list sorted by %s, %s, contain each item once',
    async (sort, order) => {
      const pages: Json[] = []
      for (let offset = 0; ; offset += 200) {
        const { items, total } = await list({ sort, order, limit: 200, offset, kind: 'spare' })
        expect(total).toBe(allItems.filter(({ kind, archived }) => kind === 'spare' && !archived).length)
        if (items.length === 0) break
        pages.push(...items)
      }
      const sign = order === 'asc' ? 1 : -1
      const expected = pages.toSorted(
        (a, b) =>
          Number(a.partNumber === '' && sort === 'code') - Number(b.partNumber === '' && sort === 'code') ||
          sign * ORDERS[sort]!(a, b) ||
          byName(a, b),
      )
      expect(pages.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
      expect(pages).toHaveLength(
        allItems.filter(({ kind, archived }) => kind === 'spare' && !archived).length,
      )
    },
  )

  test('Without a direction the admin list has the latest changes first, and everything else in ascending order', async () => {
    expect(await list({ sort: 'changed' })).toEqual(await list({ sort: 'changed', order: 'desc' }))
    expect(await list({ sort: 'price' })).toEqual(await list({ sort: 'price', order: 'asc' }))
  })

  test('The ids of the admin list are in its order', async () => {
    const query = { sort: 'price', order: 'desc', kind: 'machine' }
    const { items } = await list({ ...query, limit: 200 })
    expect((await listIds(query)).slice(0, 200)).toEqual(items.map(({ id }) => id))
  })

  test('The admin list is sorted by name and has 50 items by default', async () => {
    const { items } = await list({})
    expect(items).toHaveLength(50)
    expect(items).toEqual((await list({ sort: 'name', limit: 50, offset: 0 })).items)
  })

  test('A page beyond the end of the admin list is empty and has the total count', async () => {
    const total = allItems.filter(({ archived }) => !archived).length
    expect(await list({ offset: total })).toEqual({ items: [], total })
    expect((await list({ offset: total - 1 })).items).toHaveLength(1)
    expect(await list({ limit: 0 })).toEqual({ items: [], total })
  })
})

test.each([
  ...['kind=tool', 'state=hidden', 'missing=name', 'featured=yes', 'sort=revision', 'order=up', 'limit=201'],
  ...['limit=-1', 'limit=1.5', 'offset=-1', `search=${'x'.repeat(DISPLAY_LIMITS.searchLength + 1)}`],
  ...[`category=${'x'.repeat(LIMITS.categoryLength + 1)}`, 'kind=machine&kind=spare'],
])('The admin list rejects %s with 400', async (query) => {
  await expectProblem(staff(`/api/items?${query}`), 400)
  await expectProblem(staff(`/api/items/ids?${query}`), 400)
})

test('The admin list contains the first picture of an item', async () => {
  const { items } = await list({ limit: 200 })
  const pictured = new Map(allItems.map(({ id, n }) => [id, n % 2 === 0]))
  for (const { id, picture } of items) expect(picture).toEqual(pictured.get(id) ? { url: IMAGE } : null)
})

describe('A site with few items', () => {
  let editor: SiteFetch
  startEmptiedSite(['item'], async (emptied) => {
    editor = await emptied.signIn('editor')
  })

  test('The admin list contains the main fields of an item and 200 characters of its description', async () => {
    const description = 'word '.repeat(100).trim()
    const fields = { name: 'Zinc Planer', price: '1500000.5', featured: 'true', draft: 'true', description }
    const item = await createMachine(editor, fields)
    const service = await createService(editor)
    const part = await createSparePart(editor, { existingImages: '[]' })
    const { items, total } = await list({}, editor)
    expect(total).toBe(3)
    expect(items.map(({ id }) => id)).toEqual([service.id, part.id, item.id])
    expect(items[2]).toEqual({
      kind: 'machine',
      id: item.id,
      slug: 'zinc-planer',
      name: 'Zinc Planer',
      description: description.slice(0, 200),
      category: 'machine',
      partNumber: '',
      price: 1500000.5,
      picture: null,
      featured: true,
      state: 'draft',
      revision: 1,
      updatedAt: item.updatedAt,
    })
    expect(items[0]).not.toHaveProperty('price')
  })

  test('Categories are listed with the number of their items, for all kinds or for one', async () => {
    const all = Array.from({ length: 7 }, (_, category) => ({
      name: `Category ${category}`,
      count: allItems.filter(({ n, archived }) => n % 7 === category && !archived).length,
    }))
    expect(await expectOk(staff('/api/items/categories'))).toEqual(all)
    await createSparePart(editor, { category: 'Collets', draft: 'true' })
    const archived = await createSparePart(editor, { category: 'Chucks' })
    await expectBulkUpdate(editor, [archived.id], { archived: true })
    await createMachine(editor)
    const parts = [
      { name: 'Chucks', count: 0 },
      { name: 'Collets', count: 1 },
    ]
    expect(await expectOk(editor('/api/items/categories?kind=spare'))).toEqual(parts)
    expect(await expectOk(editor('/api/items/categories'))).toEqual([...parts, { name: 'machine', count: 1 }])
    await expectProblem(editor('/api/items/categories?kind=tool'), 400)
  })

  test('Specification names of one kind are listed with the most frequent first', async () => {
    const spare = (map: object) => createSparePart(editor, { specifications: JSON.stringify(map) })
    await spare({ Weight: '1 kg', Bore: '12 mm' })
    await spare({ Weight: '2 kg', Angle: '30 °' })
    await createMachine(editor, { specifications: JSON.stringify({ Swing: '1 m', Bed: 'hard' }) })
    const names = (kind: string) => expectOk(editor(`/api/items/specification-names?kind=${kind}`))
    expect(await names('spare')).toEqual(['Weight', 'Angle', 'Bore'])
    expect(await names('machine')).toEqual(['Bed', 'Swing'])
    expect(await names('service')).toEqual([])
    await expectProblem(editor('/api/items/specification-names'), 400)
  })
})
