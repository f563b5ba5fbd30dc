import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isOnPostgres } from '../support/db-engine.ts'
import { expectOk, expectProblem, type Json, type SiteFetch } from '../support/http-client.ts'
import { createMachine, createSparePart } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let staff: SiteFetch
/** What waits for its time. */
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
/** A visitor's search of the catalogue; answers how many machines were found. */
async function search(
  term: string,
  { path = 'products', query = '&limit=24', clientIp = '203.0.113.5' }: SearchOptions = {},
) {
  const address = `/api/${path}?approximate=true&search=${encodeURIComponent(term)}${query}`
  const reply = await site.fetch(address, { headers: { 'x-forwarded-for': clientIp } })
  expect(reply.status).toBe(200)
  return Number(reply.headers.get('x-total-count'))
}
/** Lets these seconds pass, and what is due then happen. */
async function advanceSeconds(seconds: number) {
  site.advanceClock(seconds / 60)
  for (const [key, run] of [...timers]) {
    timers.delete(key)
    run()
  }
  await waitUntilSettled()
}
/** Waits until nothing is being written any more. */
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
  (await expectOk(staff('/api/dashboard'))).searchMisses

describe('a search that found nothing', () => {
  test('stands on the dashboard with its count and last day, folded', async () => {
    expect(await search('  Pelton  WHEEL ')).toBe(0)
    await advanceSeconds(11)
    await search('pelton wheel', { clientIp: '198.51.100.7' })
    await advanceSeconds(11)
    expect(await getDashboardSearches()).toEqual([
      { term: 'pelton wheel', count: 2, lastAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
  })

  test('is not written before ten seconds have passed', async () => {
    await search('pelton wheel')
    await advanceSeconds(9)
    expect(await listZeroResultSearches()).toEqual([])
    await advanceSeconds(2)
    expect(await listZeroResultSearches()).toEqual([{ term: 'pelton wheel', count: 1 }])
  })

  test('is one, however it was typed', async () => {
    for (const typed of ['pel', 'pelton', 'pelton wh', 'pelton whell', 'pelton wheel', 'pelton']) {
      await search(typed)
      await advanceSeconds(3)
    }
    await advanceSeconds(11)
    expect(await listZeroResultSearches()).toEqual([{ term: 'pelton wheel', count: 1 }])
  })

  test('is none when the slip in it is mended', async () => {
    await search('kkollet')
    expect(await search('collet', { path: 'spareparts' })).toBe(1)
    await advanceSeconds(11)
    expect(await listZeroResultSearches()).toEqual([])
  })

  test.each([
    ['198.51.100.7', ['pelton', 'pelton wheel']],
    ['203.0.113.5', ['pelton wheel']],
  ])(
    'on a page drawn by the server belongs to who asked for the page: after 203.0.113.5, %s',
    async (from, kept) => {
      const page = async (term: string, visitor: string) => {
        const reply = await site.fetch(`/products?search=${encodeURIComponent(term)}`, {
          headers: { 'x-forwarded-for': visitor },
        })
        expect(reply.status).toBe(200)
        await reply.text()
      }
      await page('pelton', '203.0.113.5')
      await page('pelton wheel', from)
      await advanceSeconds(11)
      expect((await listZeroResultSearches()).map(({ term }) => term)).toEqual(kept)
    },
  )

  test('stays when somebody searches something else, or somebody else searches', async () => {
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
    ['another tab shows what is meant', 'spring collet', {}],
    ['it is close to something', 'capstann lahte', {}],
    ['it counts only', 'pelton wheel', { query: '&limit=0' }],
    ['it is not the first page', 'pelton wheel', { query: '&limit=24&offset=24' }],
    ['filters left nothing of what there is', 'lathe', { query: '&limit=24&category=none' }],
    ['it is one letter', 'x', {}],
    ['it is longer than 60 letters', 'x'.repeat(61), {}],
    ['it is an e-mail address', 'meera@valves.example', {}],
    ['it is a telephone number', '+91 (98400) 12-345', {}],
    ['a telephone number stands in it', 'call 98400 12345 pelton', {}],
  ] as [string, string, SearchOptions][])('is not kept when %s', async (_why, term, visit) => {
    await search(term, visit)
    await advanceSeconds(11)
    expect(await listZeroResultSearches()).toEqual([])
  })

  test('with a part number in it is kept', async () => {
    await search('XYZ-25-001')
    await advanceSeconds(11)
    expect(await listZeroResultSearches()).toEqual([{ term: 'xyz-25-001', count: 1 }])
  })

  test('is written when the server ends', async () => {
    await search('pelton wheel')
    await site.app.close()
    expect(await listZeroResultSearches()).toEqual([{ term: 'pelton wheel', count: 1 }])
  })

  test('answers all the same when it cannot be stored', async () => {
    await site.db.schema.dropTable('zero_result_search').execute()
    await search('pelton wheel')
    site.advanceClock(1)
    for (const run of timers.values()) run()
    expect(await search('steam hammer')).toBe(0)
  })

  test('makes room for others: the rarest and oldest go beyond 1,000', async () => {
    const known = Array.from({ length: 1000 }, (_, index) => ({
      term: `term ${index}`,
      count: index < 10 ? 5 : 1,
      last_at: new Date(Date.now() - 1_000_000 + index).toISOString(),
    }))
    for (let start = 0; start < 1000; start += 100) {
      await site.db
        .insertInto('zero_result_search')
        .values(known.slice(start, start + 100))
        .execute()
    }
    await search('pelton wheel')
    await search('steam hammer')
    await advanceSeconds(11)
    const terms = (await listZeroResultSearches()).map(({ term }) => term)
    expect(terms).toHaveLength(1000)
    expect(terms).toEqual(expect.arrayContaining(['pelton wheel', 'steam hammer', 'term 0', 'term 12']))
    for (const gone of ['term 10', 'term 11']) expect(terms).not.toContain(gone)
  })
})

test('a machine that searches without end is noted ten times, and no more', async () => {
  for (let count = 0; count < 30; count++)
    await search(`${'abcdefghijklmnopqrstuvwxyz0123'[count]}`.repeat(9))
  await advanceSeconds(11)
  await expect.poll(listZeroResultSearches).toHaveLength(10)
})

describe('staff clear', () => {
  const del = { method: 'DELETE' }
  beforeEach(async () => {
    await search('pelton/wheel')
    await search('steam hammer')
    await advanceSeconds(11)
  })
  const log = async (): Promise<Json[]> => expectOk(staff('/api/log?subject=search'))

  test('one search, and the log says so', async () => {
    expect(await expectOk(staff(`/api/search-misses/${encodeURIComponent('pelton/wheel')}`, del))).toEqual({
      cleared: 1,
    })
    expect(await listZeroResultSearches()).toEqual([{ term: 'steam hammer', count: 1 }])
    expect(await log()).toMatchObject([{ action: 'deleted', subject: 'search', subjectName: 'pelton/wheel' }])
  })

  test('all of them, and the log says so', async () => {
    expect(await expectOk(staff('/api/search-misses', del))).toEqual({ cleared: 2 })
    expect(await getDashboardSearches()).toEqual([])
    expect(await log()).toMatchObject([{ action: 'deleted', subjectName: 'all searches without result' }])
  })

  test('what is gone already, and nothing is logged', async () => {
    expect(await expectOk(staff('/api/search-misses/unknown', del))).toEqual({ cleared: 0 })
    expect(await log()).toEqual([])
  })

  test('[API-9] but neither a stranger nor sales', async () => {
    const sales = await site.signIn('sales')
    for (const path of ['/api/search-misses', '/api/search-misses/steam%20hammer']) {
      await expectProblem(site.fetch(path, del), 401)
      await expectProblem(sales(path, del), 403)
    }
    expect(await listZeroResultSearches()).toHaveLength(2)
  })
})
