import { beforeEach, describe, expect, test } from 'vitest'
import { createMachine, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json, type SiteFetch } from '../../support/http-client.ts'
import type { TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork, startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let staff: SiteFetch
let items: Promise<void> | undefined
async function createItems() {
  staff = await site.signIn('owner')
  await createMachine(staff)
  await createSparePart(staff, { name: 'Spring Collet', description: 'Hardened and ground.' })
}
startEmptiedSite(
  ['zero_result_search', 'audit_log'],
  async (emptied) => {
    site = fromNewNetwork(emptied)
    items ??= createItems()
    await items
  },
  BEHIND_PROXY,
  { pages: true },
)

const sendReport = (search: string, visited = site) =>
  visited.fetch(`/api/search-misses?search=${encodeURIComponent(search)}`, { method: 'POST' })
/** Reports a search as the catalogue page does when it shows no results. */
async function report(search: string, visited?: TestSite) {
  const reply = await sendReport(search, visited)
  expect([reply.status, await reply.text()]).toEqual([204, ''])
}
const listZeroResultSearches = () =>
  site.db.selectFrom('zero_result_search').select(['term', 'count']).orderBy('term').execute()
const getDashboardSearches = async (): Promise<Json[]> =>
  (await expectOk(staff('/api/dashboard'))).zeroResultSearches

describe('A search with no results', () => {
  test('A reported search is on the dashboard, folded, with its count and last time', async () => {
    await report('  Pelton  WHEEL ')
    await report('pelton wheel', fromNewNetwork(site))
    expect(await getDashboardSearches()).toEqual([
      { term: 'pelton wheel', count: 2, lastAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ])
  })

  test.each([
    ['another tab has results', 'spring collet'],
    ['a corrected spelling has results', 'capstann lahte'],
    ['it has results without filters', 'lathe'],
    ['it is empty', ' '],
    ['it has one character', 'x'],
    ['it has more than 60 characters', 'x'.repeat(61)],
    ['it is an e-mail address', 'meera@valves.example'],
    ['it is a telephone number', '+91 (98400) 12-345'],
    ['it contains a telephone number', 'call 98400 12345 pelton'],
  ])('A reported search is not stored if %s', async (_reason, search) => {
    await report(search)
    expect(await listZeroResultSearches()).toEqual([])
  })

  test('A report without a search, or with one that is too long, is rejected', async () => {
    await expectProblem(site.fetch('/api/search-misses', { method: 'POST' }), 400)
    await expectProblem(sendReport('x'.repeat(201)), 400)
  })

  test('A search that the catalogue page does not report, such as that of a crawler, is not stored', async () => {
    for (const path of ['/api/products?approximate=true&limit=24&search=pelton', '/products?search=pelton'])
      expect((await site.fetch(path)).status).toBe(200)
    expect(await listZeroResultSearches()).toEqual([])
  })

  test('A search for an unknown part number is stored', async () => {
    await report('XYZ-25-001')
    expect(await listZeroResultSearches()).toEqual([{ term: 'xyz-25-001', count: 1 }])
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
    await report('pelton wheel')
    await report('steam hammer')
    const terms = (await listZeroResultSearches()).map(({ term }) => term)
    expect(terms).toHaveLength(1000)
    expect(terms).toEqual(expect.arrayContaining(['pelton wheel', 'steam hammer', 'term 0', 'term 12']))
    for (const deleted of ['term 10', 'term 11']) expect(terms).not.toContain(deleted)
  })
})

test('Of many different searches of one network, ten are stored', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 30; count++)
    statuses.push((await sendReport(`${'abcdefghijklmnopqrstuvwxyz0123'[count]}`.repeat(9))).status)
  expect(statuses).toEqual([...Array(10).fill(204), ...Array(20).fill(429)])
  expect(await listZeroResultSearches()).toHaveLength(10)
  await report('pelton wheel', fromNewNetwork(site))
})

describe('Deleting stored searches', () => {
  const del = { method: 'DELETE' }
  beforeEach(async () => {
    await report('pelton/wheel')
    await report('steam hammer')
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
})
