import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Facets } from '#contracts/catalogue/discovery.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import { jsonBody } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

/** More than the database sorts itself (`MAX_SORTED`), and more than the values of which are counted (`MAX_COUNTED`). */
const PART_COUNT = 2400
const parts = Array.from({ length: PART_COUNT }, (_, index) => ({
  name: `Part ${String((index * 7919) % PART_COUNT).padStart(4, '0')}`,
  category: ['Bearings', 'Collets', 'Gears'][index % 3]!,
  // Every eighth part has no price, and every eighth costs nothing.
  pricePaise: index % 8 === 0 ? null : index % 8 === 1 ? 0 : ((index * 31) % 500) * 100,
  featured: index % 20 === 0,
  bore: (index * 13) % 100,
  material: index % 4 === 0 ? 'Bronze' : 'Steel',
}))
type Part = (typeof parts)[number]

let site: TestSite
beforeAll(async () => {
  site = await startSite()
  await insertItems(
    site,
    parts.map(({ name, category, pricePaise, featured, bore, material }) =>
      createItemPlan('spare', {
        name,
        category,
        pricePaise,
        featured,
        specifications: [
          ['Bore', `${bore} mm`],
          ['Material', material],
        ],
      }),
    ),
  )
}, 120_000)
afterAll(() => site.close())

const isPriced = (part: Part, from: number, to = Number.POSITIVE_INFINITY) =>
  part.pricePaise !== null && part.pricePaise >= from * 100 && part.pricePaise <= to * 100
const FILTERS: [query: string, matches: (part: Part) => boolean][] = [
  ['category=Collets', ({ category }) => category === 'Collets'],
  ['featured=true', ({ featured }) => featured],
  ['priceFrom=0', (part) => isPriced(part, 0)],
  ['priceFrom=100', (part) => isPriced(part, 100)],
  ['priceTo=300', (part) => isPriced(part, 0, 300)],
  ['priceFrom=100&priceTo=300', (part) => isPriced(part, 100, 300)],
  ['specifications=bore:20mm..', ({ bore }) => bore >= 20],
  ['specifications=bore.mm:..60,material:steel', ({ bore, material }) => bore <= 60 && material === 'Steel'],
  [
    'category=Gears&specifications=material:bronze&priceFrom=1',
    (part) => part.category === 'Gears' && part.material === 'Bronze' && isPriced(part, 1),
  ],
  ['category=Nothing', () => false],
]
const byName = (a: Part, b: Part) => (a.name < b.name ? -1 : 1)
const SORTS: Record<string, (a: Part, b: Part) => number> = {
  name: byName,
  price: (a, b) => (a.pricePaise ?? 0) - (b.pricePaise ?? 0) || byName(a, b),
  featured: (a, b) => Number(b.featured) - Number(a.featured) || byName(a, b),
}

describe.each(FILTERS)('The list with %s', (query, matches) => {
  test.each(Object.entries(SORTS))(
    'has its items in the order of %s on every page',
    async (sort, compare) => {
      const expected = parts.filter(matches).toSorted(compare)
      for (const offset of [0, 24, Math.max(0, expected.length - 10), expected.length + 5]) {
        const reply = await site.fetch(`/api/spareparts?limit=24&offset=${offset}&sort=${sort}&${query}`)
        expect(reply.headers.get('x-total-count')).toBe(String(expected.length))
        const names = ((await reply.json()) as Part[]).map(({ name }) => name)
        expect(names).toEqual(expected.slice(offset, offset + 24).map(({ name }) => name))
      }
    },
  )

  test('has filters with the count that each choice leads to', async () => {
    const getFacets = async () =>
      (await (await site.fetch(`/api/facets?kind=spare&search=&${query}`)).json()) as Facets
    const { categories, featured } = await getFacets()
    const count = async (further: string) => {
      const params = new URLSearchParams(query)
      for (const [name, value] of new URLSearchParams(further)) params.set(name, value)
      const reply = await site.fetch(`/api/spareparts?limit=1&${params}`)
      return Number(reply.headers.get('x-total-count'))
    }
    for (const { name, count: shown } of categories) expect(await count(`category=${name}`), name).toBe(shown)
    expect(await count('featured=true')).toBe(featured)
  })
})

test('The bounds of the price filter are those of the items with a price, which may be 0', async () => {
  const read = async (query: string) =>
    ((await (await site.fetch(`/api/facets?kind=spare&search=&${query}`)).json()) as Facets).prices
  expect(await read('')).toEqual({ from: 0, to: 499 })
  const steel = parts.filter(({ featured, pricePaise }) => featured && pricePaise !== null)
  const prices = steel.map(({ pricePaise }) => pricePaise! / 100)
  expect(await read('featured=true')).toEqual({ from: Math.min(...prices), to: Math.max(...prices) })
})

test('The list and its filters contain a change by staff immediately', async () => {
  const read = async () => {
    const list = await site.fetch('/api/spareparts?limit=1000&category=Bearings&specifications=bore:20mm..')
    const { categories } = (await (await site.fetch('/api/facets?kind=spare&search=')).json()) as Facets
    return {
      listed: Number(list.headers.get('x-total-count')),
      ids: ((await list.json()) as { id: string }[]).map(({ id }) => id),
      bearings: categories.find(({ name }) => name === 'Bearings')?.count,
    }
  }
  const before = await read()
  const staff = await site.signIn()
  const id = before.ids[3]!
  await staff('/api/items/changes', jsonBody('POST', { ids: [id], archived: true }))
  const archived = await read()
  expect(archived.ids).toEqual(before.ids.filter((other) => other !== id))
  expect(archived).toMatchObject({ listed: before.listed - 1, bearings: before.bearings! - 1 })
  await staff('/api/items/changes', jsonBody('POST', { ids: [id], archived: false }))
  expect(await read()).toEqual(before)
})
