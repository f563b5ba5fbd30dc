import { beforeAll, describe, expect, test } from 'vitest'
import { createMachine, createService, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, type Json } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const CL25 = 'CL 25 Capstan Lathe'
const CL40 = 'cl 40 capstan lathe'
const TC = 'Präzision TC 250'
const SPA = 'SPA 20 Production Lathe'
const VMC = 'VMC 850'
const MACHINES = [
  { name: VMC, description: 'Machining centre * starred.', price: '15,00,000', category: 'cnc' },
  { name: SPA, description: 'Snake_case control, C++ macros, NEAR the door AND quick.' },
  { name: CL40, description: 'Bar work up to 40 mm, 100% inspected.', price: '22,50,000', featured: 'true' },
  { name: TC, description: 'Turning centre with a café-grade "quiet" drive.', price: '0', featured: 'true' },
  { name: CL25, description: 'Bar work up to 25 mm.', price: '15,00,000' },
]
const BY_NAME = [CL25, CL40, TC, SPA, VMC]

let spare: Json
let service: Json
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  for (const fields of MACHINES) await createMachine(staff, fields)
  spare = await createSparePart(staff, { name: 'Three-Jaw Chuck' })
  service = await createService(staff, { featured: true })
})

const getItems = async (path: string): Promise<Json[]> => expectOk(site.fetch(path))
const getNames = async (query: Record<string, string>) =>
  (await getItems(`/api/products?${new URLSearchParams(query)}`)).map((item) => item.name)

test('[API-2] A list without parameters contains all items of its kind', async () => {
  const reply = await site.fetch('/api/products')
  expect(((await reply.json()) as Json[]).map((item) => item.name)).toEqual(BY_NAME)
  expect(reply.headers.get('x-total-count')).toBe('5')
  expect((await getItems('/api/spareparts')).map((item) => item.id)).toEqual([spare.id])
  expect((await getItems('/api/services')).map((item) => item.id)).toEqual([service.id])
})

test('[API-1] The featured list of each kind contains exactly its featured items', async () => {
  expect((await getItems('/api/products/featured')).map((item) => item.name)).toEqual([CL40, TC])
  expect(await getItems('/api/spareparts/featured')).toEqual([])
  expect((await getItems('/api/services/featured')).map((item) => item.id)).toEqual([service.id])
})

test('[API-1, API-2] Lists of a site without items are empty', async () => {
  const empty = await startSite()
  for (const path of [
    '/api/products',
    '/api/products?category=machine',
    '/api/spareparts',
    '/api/services',
  ]) {
    expect(await expectOk(empty.fetch(path)), path).toEqual([])
  }
  for (const kind of ['products', 'spareparts', 'services']) {
    expect(await expectOk(empty.fetch(`/api/${kind}/featured`)), kind).toEqual([])
  }
  await empty.close()
})

test('[API-2] The category machine lists every machine, and any other category only its own', async () => {
  expect(await getNames({ category: 'machine' })).toEqual(BY_NAME)
  expect(await getNames({ category: 'cnc' })).toEqual([VMC])
  expect(await getNames({ category: 'ploughs' })).toEqual([])
  // Every item names its kind, by which Product Management keeps machines of all categories.
  expect(new Set((await getItems('/api/products')).map(({ kind }) => kind))).toEqual(new Set(['machine']))
  // The filter offers the categories that staff have chosen, and counts stay those of all machines.
  const facets: Json = await expectOk(site.fetch('/api/facets?kind=machine'))
  expect(facets.categories).toEqual([{ name: 'cnc', count: 1 }])
  const filtered = await site.fetch('/api/products?category=cnc&limit=1')
  expect(filtered.headers.get('x-total-count')).toBe('1')
  expect(filtered.headers.get('x-list-count')).toBe('5')
})

describe('A literal search', () => {
  test.each([
    ['CAPSTAN', [CL25, CL40]],
    ['Bar Work', [CL25, CL40]],
    ['prazision', [TC]],
    ['PRÄZISION', [TC]],
    ['Pra\u0308zision', [TC]],
    ['CAFE', [TC]],
    ['tc', [TC]],
    ['VM', [VMC]],
    ['8', [VMC]],
    ['  bar   work ', [CL25, CL40]],
    ['lathe bar', []],
    ['no such thing', []],
    ['%', [CL40]],
    ['100%', [CL40]],
    ['c%p', []],
    ['_', [SPA]],
    ['snake_case', [SPA]],
    ['25_mm', []],
    ['"', [TC]],
    ['"quiet"', [TC]],
    ['"bar" "work"', []],
    ["'", []],
    ["' or 1=1 --", []],
    ['*', [VMC]],
    ['caps*', []],
    ['bar OR machining', []],
    ['bar AND work', []],
    ['bar NOT work', []],
    ['door AND quick', [SPA]],
    ['NEAR', [SPA]],
    ['NEAR(bar work)', []],
    ['search_text:bar', []],
    ['^bar', []],
    ['-bar', []],
    ['c++', [SPA]],
    ['(((', []],
    ['\\', []],
  ])(
    '[CAT-3] A search for %j finds exactly the items whose name or description contains it',
    async (search, found) => {
      expect(await getNames({ search })).toEqual(found)
    },
  )

  test('[CAT-3] A search for spaces finds all items', async () => {
    expect(await getNames({ search: '   ' })).toEqual(BY_NAME)
  })

  test('[CAT-3] A search also finds spare parts and services', async () => {
    expect((await getItems('/api/spareparts?search=JAW')).map((item) => item.id)).toEqual([spare.id])
    expect(await getItems('/api/spareparts?search=maintenance')).toEqual([])
    expect((await getItems('/api/services?search=visits%20a')).map((item) => item.id)).toEqual([service.id])
  })
})

describe('Sorting', () => {
  test.each([
    ['the default, which is the name', {}, BY_NAME],
    ['name, ignoring case', { sort: 'name' }, BY_NAME],
    [
      'price, with a missing price as 0 and equal prices by name',
      { sort: 'price' },
      [TC, SPA, CL25, VMC, CL40],
    ],
    ['featured items first, then name', { sort: 'featured' }, [CL40, TC, CL25, SPA, VMC]],
    ['price within a search', { sort: 'price', search: 'lathe' }, [SPA, CL25, CL40]],
  ])('[CAT-4] The list of machines is sorted by %s', async (_how, query, expected) => {
    expect(await getNames(query as Record<string, string>)).toEqual(expected)
  })
})

describe('Paging', () => {
  test.each([
    [{ limit: '2' }, [CL25, CL40], 5],
    [{ limit: '2', offset: '2' }, [TC, SPA], 5],
    [{ limit: '2', offset: '4' }, [VMC], 5],
    [{ offset: '3' }, [SPA, VMC], 5],
    [{ offset: '500', limit: '10' }, [], 5],
    [{ limit: '0' }, [], 5],
    [{ limit: '1', search: 'lathe' }, [CL25], 3],
    [{ limit: '0', search: 'lathe' }, [], 3],
    [{ search: 'lathe', sort: 'featured' }, [CL40, CL25, SPA], 3],
    [{ limit: '1', offset: '1', sort: 'price' }, [SPA], 5],
  ])('[API-2] The list page %j contains %j, and X-Total-Count is %i', async (query, expected, total) => {
    const reply = await site.fetch(`/api/products?${new URLSearchParams(query as Record<string, string>)}`)
    expect(((await reply.json()) as Json[]).map((item) => item.name)).toEqual(expected)
    expect(reply.headers.get('x-total-count')).toBe(String(total))
  })
})
