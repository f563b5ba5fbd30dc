import { once } from 'node:events'
import { get } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import type { Db } from '#server/database/db.ts'
import { openReadOnlyPool } from '#server/database/sqlite/worker-pool.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import { MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { formBody, jsonBody } from '../../support/http-client.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork } from '../../support/site-hooks.ts'

let small: TestSite
let large: TestSite

/** More than a response without streaming contains. */
const PART_COUNT = 620
const parts = Array.from({ length: PART_COUNT }, (_, index) =>
  createItemPlan('spare', {
    name: `${index % 2 ? 'Bush' : 'Collet'} no. ${index}`,
    description: `For the CL ${20 + (index % 3) * 5}.`,
    category: index % 5 ? 'Tooling' : 'Drives',
    pricePaise: index % 7 ? index * 100 : null,
    specifications: [
      ['Part number', `KMT-${1000 + index}`],
      ['Bore', `${index % 40} mm`],
      ['Material', index % 3 ? 'Steel' : 'Bronze'],
    ],
    featured: index % 100 === 0,
  }),
)

beforeAll(async () => {
  small = await startSite()
  large = await startSite()
  // Row ids above 5,000 make the server read lists in worker threads.
  const countOn = isOnPostgres
    ? sql`alter table item alter row_id restart with 6001`
    : sql`insert into sqlite_sequence (name, seq) values ('item', 6000)`
  await countOn.execute(large.db)
  for (const site of [small, large]) await insertItems(site, parts)
}, 120_000)
afterAll(async () => {
  await small.close()
  await large.close()
})

/** The response without ids and times, which differ between two sites. */
async function getComparableResponse(site: TestSite, path: string) {
  const reply = await site.fetch(path)
  expect(reply.status, path).toBe(200)
  const text = (await reply.text()).replace(/"(?:id|updatedAt)":"[^"]+",?/g, '')
  return { text, total: reply.headers.get('x-total-count'), all: reply.headers.get('x-list-count') }
}

test.each([
  '/api/spareparts?limit=24',
  '/api/spareparts?limit=24&offset=600&sort=price',
  '/api/spareparts?limit=24&sort=featured',
  '/api/spareparts?limit=24&search=collet',
  '/api/spareparts?limit=24&search=collet&sort=price&category=Tooling',
  '/api/spareparts?limit=24&search=cl',
  '/api/spareparts?limit=24&approximate=true&search=kmt%201005',
  '/api/spareparts?limit=24&approximate=true&search=colett',
  '/api/spareparts?limit=24&specifications=bore.mm:10..12,material:steel',
  '/api/spareparts?priceFrom=10&priceTo=20',
  '/api/facets?kind=spare&search=',
  '/api/facets?kind=spare&search=bush',
  '/api/facets?kind=spare&search=&category=Tooling&specifications=material:steel',
  '/api/suggestions?search=collet',
  '/api/suggestions?search=co',
])('[CAT-3] A large catalogue returns the same as a small one for %s', async (path) => {
  expect(await getComparableResponse(large, path)).toEqual(await getComparableResponse(small, path))
})

test('[API-2] A streamed list contains every item once, in order', async () => {
  for (const site of [small, large]) {
    const paged: unknown[] = []
    for (let offset = 0; offset < PART_COUNT; offset += 100)
      paged.push(...(await (await site.fetch(`/api/spareparts?limit=100&offset=${offset}`)).json()))
    for (const encoding of ['identity', 'gzip', 'br']) {
      const reply = await site.fetch('/api/spareparts', { headers: { 'accept-encoding': encoding } })
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(reply.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(reply.headers.get('x-total-count')).toBe(String(PART_COUNT))
      expect(await reply.json()).toEqual(paged)
    }
  }
})

test('[API-2] A network that reads long lists slowly gets two at a time, and delays neither its other reads nor other networks', async () => {
  const site = await startSite(BEHIND_PROXY)
  const long = Array.from({ length: 501 }, (_, index) => createItemPlan('spare', { name: `Bush ${index}` }))
  await insertItems(site, long)
  // Longer than what the sockets of both sides hold.
  await site.db
    .updateTable('item')
    .set({ description: 'A long text. '.repeat(5000) })
    .execute()
  const open = async () => {
    const request = get(`${site.url}/api/spareparts`)
    const [response] = await once(request, 'response')
    return response.pause()
  }
  const [first] = await Promise.all([open(), open()])
  let isAnswered = false
  const third = open().finally(() => {
    isAnswered = true
  })
  const ofOthers = await fromNewNetwork(site).fetch('/api/spareparts')
  expect(await ofOthers.json()).toHaveLength(501)
  expect((await site.fetch('/api/spareparts?limit=1')).status).toBe(200)
  expect(isAnswered).toBe(false)
  first.destroy()
  expect((await third).statusCode).toBe(200)
  await site.close()
})

describe('A search with more than 10,000 results', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite()
    await insertItems(site, [createItemPlan('spare', { name: 'Collet 0', description: 'Bush.' })])
    await copyItem(site, DISPLAY_LIMITS.maxCount + 30)
    // The server rejects requests for a moment, because the copying blocked it.
    const expectAccepted = async () => expect((await site.fetch('/api/spareparts?limit=2')).status).toBe(200)
    await vi.waitFor(expectAccepted, { timeout: 60_000 })
  }, 120_000)
  afterAll(() => site.close())

  test('[CAT-3] A search with more than 10,000 results counts 10,000, and later pages can be read', async () => {
    const last = `/api/spareparts?limit=24&offset=${DISPLAY_LIMITS.maxCount + 24}&search=`
    for (const search of ['collet', 'bush', 'collet&category=Parts']) {
      const reply = await site.fetch(last + search)
      expect(reply.headers.get('x-total-count'), search).toBe('10000')
      expect(await reply.json(), search).toHaveLength(7)
    }
    const all = await site.fetch('/api/spareparts?limit=1')
    expect(all.headers.get('x-total-count'), 'all items').toBe('10031')
  })

  const ascending = [0, 960, 984, 1008, 9990]
  const fromTheEnd = [9990, 0, 960]
  test.each([
    ['literally', 'search=collet', ascending],
    ['approximately', 'search=collet&approximate=true', ascending],
    ['with its words in another order', 'search=bush%20collet&approximate=true', ascending],
    ['with a spelling error', 'search=colett&approximate=true', ascending],
    ['as text and as code', 'search=ollet%200&approximate=true', ascending],
    ['with the last page first', 'search=bush&approximate=true', fromTheEnd],
    ['as code, with the last page first', 'search=llet%200&approximate=true', fromTheEnd],
  ])('[CAT-3] Every page of a search %s continues the previous one', async (_, search, offsets) => {
    for (const offset of offsets) {
      const reply = await site.fetch(`/api/spareparts?limit=24&offset=${offset}&${search}`)
      const slugs = (await reply.json()).map(({ slug }: { slug: string }) => slug)
      const expected = Array.from({ length: 24 }, (_, index) => `copy-${offset + index - 1}`)
      expect(slugs.slice(offset === 0 ? 1 : 0)).toEqual(expected.slice(offset === 0 ? 1 : 0))
      expect(reply.headers.get('x-total-count')).toBe('10000')
    }
  })
})

/** Adds copies of the only item, which follow it in the order of names. */
async function copyItem(site: TestSite, copies: number): Promise<void> {
  const [item] = await site.db.selectFrom('item').selectAll().execute()
  const { row_id: _, ...columns } = item!
  const rows = Array.from({ length: copies }, (_, index) => ({
    ...columns,
    id: `copy-${index}`,
    slug: `copy-${index}`,
    name_sort: `${columns.name_sort} ${String(index).padStart(6, '0')}`,
  }))
  for (let start = 0; start < rows.length; start += 500)
    await site.db
      .insertInto('item')
      .values(rows.slice(start, start + 500))
      .execute()
}

test('The next list after a change by staff contains the change', async () => {
  const staff = await large.signIn()
  const machine = await (await staff('/api/products', formBody('POST', MACHINE_FIELDS))).json()
  const total = async () =>
    Number((await large.fetch('/api/products?limit=1&search=capstan')).headers.get('x-total-count'))
  expect(await total()).toBe(1)
  await staff('/api/items/changes', jsonBody('POST', { ids: [machine.id], archived: true }))
  expect(await total()).toBe(0)
})

test.skipIf(isOnPostgres)('A failing query of a read worker leaves the worker usable', async () => {
  const reader = openReadOnlyPool(large.dataDir)
  await expect(sql`select x from nowhere`.execute(reader)).rejects.toThrow('no such table: nowhere')
  await expect(sql`update item set name = ''`.execute(reader)).rejects.toThrow('readonly')
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from item where kind = 'spare'`.execute(reader)
  expect(rows[0]?.count).toBe(PART_COUNT)
  await reader.destroy()
})

test.skipIf(isOnPostgres)('A busy read worker does not delay other requests', async () => {
  const reader = openReadOnlyPool(large.dataDir)
  let isDone = false
  const slow = countToMillions(reader).then(() => {
    isDone = true
  })
  for (let times = 0; times < 3; times++) {
    expect((await large.fetch(`/api/spareparts/featured?x=${times}`)).status).toBe(200)
  }
  expect(isDone).toBe(false)
  await slow
  await reader.destroy()
})

test.skipIf(isOnPostgres)(
  'A fast query does not wait for a slow query of the other read worker',
  async () => {
    const reader = openReadOnlyPool(large.dataDir)
    const finished: string[] = []
    const fast = () => sql`select 1`.execute(reader)
    await fast()
    const slow = countToMillions(reader).then(() => finished.push('slow'))
    await Promise.all([fast(), fast()]).then(() => finished.push('fast'))
    await slow
    expect(finished).toEqual(['fast', 'slow'])
    await reader.destroy()
  },
)

const countToMillions = (reader: Db) =>
  sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 3000000)
    select max(n) from counted`.execute(reader)
