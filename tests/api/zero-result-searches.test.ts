import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOnPostgres } from '../support/db-engine.ts'
import { expectOk, expectProblem, type Json, type SiteFetch } from '../support/http-client.ts'
import { createMachine, createSparePart } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let staff: SiteFetch
/** The functions that the server has scheduled. */
let timers: Map<object, () => void>
beforeEach(async () => {
  timers = new Map()
  site = await startSite(
    { TRUST_PROXY: '1', PUBLIC_URL: 'https://www.example.in' },
    {
      pages: true,
      timer: (run) => {
        const key = {}
        timers.set(key, run)
        return () => timers.delete(key)
      },
    },
  )
  staff = await site.signIn('owner')
  await createMachine(staff)
  await createSparePart(staff, { name: 'Spring Collet', description: 'Hardened and ground.' })
})
afterEach(() => site.close())

interface SearchOptions {
  path?: string
  query?: string
  clientIp?: string
}
/** Searches the catalogue as a visitor does. Returns the number of results. */
async function search(
  term: string,
  { path = 'products', query = '&limit=24', clientIp = '203.0.113.5' }: SearchOptions = {},
) {
  const address = `/api/${path}?approximate=true&search=${encodeURIComponent(term)}${query}`
  const reply = await site.fetch(address, { headers: { 'x-forwarded-for': clientIp } })
  expect(reply.status).toBe(200)
  return Number(reply.headers.get('x-total-count'))
}
/** Advances the clock and runs what was scheduled. */
async function advanceSeconds(seconds: number) {
  site.advanceClock(seconds / 60)
  for (const [key, run] of [...timers]) {
    timers.delete(key)
    run()
  }
  await waitUntilSettled()
}
/** Waits until no more searches are being stored. */
async function waitUntilSettled() {
  for (let before = '', now = '?'; now !== before; ) {
    before = now
    await new Promise((resolve) => setTimeout(resolve, isOnPostgres ? 300 : 50))
    now = JSON.stringify(await listZeroResultSearches())
  }
}
const listZeroResultSearches = () =>
  site.db.selectFrom('zero_result_search').select(['term', 'count']).orderBy('term').execute()
const getDashboardSearches = async (): Promise<Json[]> =>
  (await expectOk(staff('/api/dashboard'))).zeroResultSearches

describe('A search with no results', () => {
  test('A search with no results is on the dashboard, folded, with its count and last time', async () => {
    expect(await search('  Pelton  WHEEL ')).toBe(0)
    await advanceSeconds(11)
    await search('pelton wheel', { clientIp: '198.51.100.7' })
    await advanceSeconds(11)
    expect(await getDashboardSearches()).toEqual([
      { term: 'pelton wheel', count: 2, lastAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
  })

  test('A search with no results is stored after ten seconds', async () => {
    await search('pelton wheel')
    await advanceSeconds(9)
    expect(await listZeroResultSearches()).toEqual([])
    await advanceSeconds(2)
    expect(await listZeroResultSearches()).toEqual([{ term: 'pelton wheel', count: 1 }])
  })

  test('Searches sent while a visitor types are stored as the longest one', async () => {
    for (const typed of ['pel', 'pelton', 'pelton wh', 'pelton whell', 'pelton wheel', 'pelton']) {
      await search(typed)
      await advanceSeconds(3)
    }
    await advanceSeconds(11)
    expect(await listZeroResultSearches()).toEqual([{ term: 'pelton wheel', count: 1 }])
  })

  test('A search with no results is not stored if the visitor corrects its spelling', async () => {
    await search('kkollet')
    expect(await search('collet', { path: 'spareparts' })).toBe(1)
    await advanceSeconds(11)
    expect(await listZeroResultSearches()).toEqual([])
  })

  test.each([
    ['198.51.100.7', ['pelton', 'pelton wheel']],
    ['203.0.113.5', ['pelton wheel']],
  ])(
    'A search on a server-rendered page counts for the network of the visitor: %s after 203.0.113.5',
    async (clientIp, stored) => {
      const openPage = async (term: string, visitor: string) => {
        const reply = await site.fetch(`/products?search=${encodeURIComponent(term)}`, {
          headers: { 'x-forwarded-for': visitor },
        })
        expect(reply.status).toBe(200)
        await reply.text()
      }
      await openPage('pelton', '203.0.113.5')
      await openPage('pelton wheel', clientIp)
      await advanceSeconds(11)
      expect((await listZeroResultSearches()).map(({ term }) => term)).toEqual(stored)
    },
  )

  test('A search with no results is stored if the same visitor searches something else, or another visitor continues it', async () => {
    await search('pelton wheel')
    await search('steam hammer')
    await search('pelton wheel runner', { clientIp: '198.51.100.7' })
    await advanceSeconds(11)
    expect((await listZeroResultSearches()).map(({ term }) => term)).toEqual([
      'pelton wheel',
      'pelton wheel runner',
      'steam hammer',
    ])
  })

  test.each([
    ['another tab has results', 'spring collet', {}],
    ['a corrected spelling has results', 'capstann lahte', {}],
    ['only the number of results was requested', 'pelton wheel', { query: '&limit=0' }],
    ['it is not the first page', 'pelton wheel', { query: '&limit=24&offset=24' }],
    ['filters excluded all results', 'lathe', { query: '&limit=24&category=none' }],
    ['it has one character', 'x', {}],
    ['it has more than 60 characters', 'x'.repeat(61), {}],
    ['it is an e-mail address', 'meera@valves.example', {}],
    ['it is a telephone number', '+91 (98400) 12-345', {}],
    ['it contains a telephone number', 'call 98400 12345 pelton', {}],
  ] as [string, string, SearchOptions][])(
    'A search with no results is not stored if %s',
    async (_reason, term, options) => {
      await search(term, options)
      await advanceSeconds(11)
      expect(await listZeroResultSearches()).toEqual([])
    },
  )

  test('A search for an unknown part number is stored', async () => {
    await search('XYZ-25-001')
    await advanceSeconds(11)
    expect(await listZeroResultSearches()).toEqual([{ term: 'xyz-25-001', count: 1 }])
  })

  test('Pending searches are stored when the server stops', async () => {
    await search('pelton wheel')
    await site.app.close()
    expect(await listZeroResultSearches()).toEqual([{ term: 'pelton wheel', count: 1 }])
  })

  test('Searches return results although they cannot be stored', async () => {
    await site.db.schema.dropTable('zero_result_search').execute()
    await search('pelton wheel')
    site.advanceClock(1)
    for (const run of timers.values()) run()
    expect(await search('steam hammer')).toBe(0)
  })

  test('Above 1,000 stored searches, the rarest and oldest are deleted', async () => {
    const stored = Array.from({ length: 1000 }, (_, index) => ({
      term: `term ${index}`,
      count: index < 10 ? 5 : 1,
      last_at: new Date(Date.now() - 1_000_000 + index).toISOString(),
    }))
    for (let start = 0; start < 1000; start += 100) {
      await site.db
        .insertInto('zero_result_search')
        .values(stored.slice(start, start + 100))
        .execute()
    }
    await search('pelton wheel')
    await search('steam hammer')
    await advanceSeconds(11)
    const terms = (await listZeroResultSearches()).map(({ term }) => term)
    expect(terms).toHaveLength(1000)
    expect(terms).toEqual(expect.arrayContaining(['pelton wheel', 'steam hammer', 'term 0', 'term 12']))
    for (const deleted of ['term 10', 'term 11']) expect(terms).not.toContain(deleted)
  })
})

test('Of many different searches of one network, ten are stored', async () => {
  for (let count = 0; count < 30; count++)
    await search(`${'abcdefghijklmnopqrstuvwxyz0123'[count]}`.repeat(9))
  await advanceSeconds(11)
  await expect.poll(listZeroResultSearches).toHaveLength(10)
})

describe('Deleting stored searches', () => {
  const del = { method: 'DELETE' }
  beforeEach(async () => {
    await search('pelton/wheel')
    await search('steam hammer')
    await advanceSeconds(11)
  })
  const listAuditLog = async (): Promise<Json[]> => expectOk(staff('/api/log?subject=search'))

  test('Deleting one stored search is recorded in the audit log', async () => {
    expect(await expectOk(staff(`/api/search-misses/${encodeURIComponent('pelton/wheel')}`, del))).toEqual({
      cleared: 1,
    })
    expect(await listZeroResultSearches()).toEqual([{ term: 'steam hammer', count: 1 }])
    expect(await listAuditLog()).toMatchObject([
      { action: 'deleted', subject: 'search', subjectName: 'pelton/wheel' },
    ])
  })

  test('Deleting all stored searches is recorded in the audit log', async () => {
    expect(await expectOk(staff('/api/search-misses', del))).toEqual({ cleared: 2 })
    expect(await getDashboardSearches()).toEqual([])
    expect(await listAuditLog()).toMatchObject([
      { action: 'deleted', subjectName: 'all searches with no results' },
    ])
  })

  test('Deleting a search that is not stored returns 0 and is not recorded', async () => {
    expect(await expectOk(staff('/api/search-misses/unknown', del))).toEqual({ cleared: 0 })
    expect(await listAuditLog()).toEqual([])
  })

  test('[API-9] Visitors and the role sales cannot delete stored searches', async () => {
    const sales = await site.signIn('sales')
    for (const path of ['/api/search-misses', '/api/search-misses/steam%20hammer']) {
      await expectProblem(site.fetch(path, del), 401)
      await expectProblem(sales(path, del), 403)
    }
    expect(await listZeroResultSearches()).toHaveLength(2)
  })
})
