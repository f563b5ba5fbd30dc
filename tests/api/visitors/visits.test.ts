import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SentVisitEvent } from '#contracts/visitors/visit-event.ts'
import type { FigureGroup } from '#contracts/visitors/visitor-report.ts'
import { VisitRecorder } from '#server/visitors/visit-recorder.ts'
import { findRows } from '../../support/db-snapshot.ts'
import { sendEnquiry } from '../../support/fixtures/enquiries.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { PROJECT } from '../../support/project.ts'
import type { TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, startEmptiedSite } from '../../support/site-hooks.ts'

const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const GOOGLE = 'https://www.google.com/'

let site: TestSite
let staff: SiteFetch
startEmptiedSite(
  ['visitor_event', 'visitor_figure', 'enquiry', 'item'],
  async (emptied) => {
    site = emptied
    staff = await site.signIn('sales')
    // Stores and forgets what the test before has counted.
    await staff('/api/visits/report')
    for (const table of ['visitor_event', 'visitor_figure'] as const)
      await site.db.deleteFrom(table).execute()
  },
  BEHIND_PROXY,
)

type Headers = Record<string, string>
/** A browser at an address. */
function visitor(ip: string, headers: Headers = {}) {
  const sent = { 'x-forwarded-for': ip, 'user-agent': COMPUTER, 'accept-language': 'en-IN,en', ...headers }
  const fetch: TestSite['fetch'] = (path, init) =>
    site.fetch(path, { ...init, headers: { ...sent, ...init?.headers } })
  const report = async (event: SentVisitEvent) => {
    const reply = await fetch('/api/visits', jsonBody('POST', event))
    expect([reply.status, await reply.text()]).toEqual([204, ''])
  }
  return {
    fetch,
    report,
    open: (url: string, referrer?: string) =>
      report({ event: 'page', url, ...(referrer !== undefined && { referrer }) }),
  }
}

const readReport = (query = ''): Promise<Json> => expectOk(staff(`/api/visits/report${query}`))
/** Name, visits, times, visits with an enquiry. */
const listRows = (report: Json, group: FigureGroup) =>
  report.groups[group].map(({ label, visits, count, enquiries }: Json) => [label, visits, count, enquiries])
const getSteps = (report: Json) =>
  Object.fromEntries(report.steps.map(({ step, count }: Json) => [step, count]))

test('The script that counts has at most 0.6 kB as browsers receive it', () => {
  const files = globSync(join(PROJECT, 'dist/site/assets/count-visit-*.js.br'))
  expect(files).toHaveLength(1)
  expect(statSync(files[0]!).size).toBeLessThanOrEqual(600)
})

describe('The visitor figures', () => {
  test('A day of visitors, programs, staff and reloads is counted exactly', async () => {
    const owner = await site.signIn('owner')
    const { id, slug } = await createMachine(owner, { name: 'CL 25 Capstan Lathe' })
    const meera = visitor('10.1.1.1')
    await meera.open('/', GOOGLE)
    await meera.open('/products?search=capstan')
    const from = '/products?search=capstan'
    await meera.report({ event: 'change', url: '/products?search=capstan+lathe&priceTo=900000', from })
    // Links of the site have the id.
    await meera.open(`/product/${id}`)
    await meera.open(`/product/${slug}`)
    await meera.report({ event: 'link', url: '/', to: `/product/${slug}.pdf` })
    await meera.report({ event: 'list', url: `/product/${slug}`, item: id })
    // Reloads, and a second tab.
    await meera.open('/', GOOGLE)
    await meera.open('/', '')
    await meera.report({ event: 'link', url: '/', to: 'tel:+914222345678' })
    expect((await sendEnquiry(meera, {})).status).toBe(201)

    // The same network with another browser, and the same browser in another network.
    const ravi = visitor('10.1.1.1', { 'user-agent': PHONE })
    await ravi.open(`/product/${slug}?utm_source=newsletter`, GOOGLE)
    await ravi.report({ event: 'speed', url: `/product/${slug}`, lcp: 1200, inp: 90 })
    const other = visitor('10.1.1.2', { 'accept-language': 'de-DE' })
    await other.open('/products?search=pelton', '')

    // Programs, and whoever asks for privacy.
    await visitor('10.1.1.3', { 'user-agent': 'Googlebot/2.1' }).open('/')
    await visitor('10.1.1.4', { 'user-agent': 'HeadlessChrome/140' }).open('/')
    await visitor('10.1.1.5', { 'sec-gpc': '1' }).open('/')
    expect((await sendEnquiry(visitor('10.1.1.5', { 'sec-gpc': '1' }), {})).status).toBe(201)

    const report = await readReport()
    expect(getSteps(report)).toEqual({ visit: 3, item: 2, list: 1, enquiry: 1, quotation: 0, order: 0 })
    expect(listRows(report, 'page')).toEqual([
      ['CL 25 Capstan Lathe', 2, 3, 1],
      ['Catalogue', 2, 2, 1],
      ['Home', 1, 3, 1],
    ])
    expect(listRows(report, 'search')).toEqual([
      ['capstan', 1, 1, 1],
      ['capstan lathe', 1, 1, 1],
      ['pelton', 1, 1, 0],
    ])
    expect(listRows(report, 'source')).toEqual([
      ['Direct', 1, 1, 0],
      ['google.com', 1, 1, 1],
      ['newsletter', 1, 1, 0],
    ])
    expect(listRows(report, 'filter')).toEqual([['Price to', 1, 1, 1]])
    expect(listRows(report, 'document')).toEqual([['CL 25 Capstan Lathe: data sheet', 1, 1, 1]])
    expect(listRows(report, 'listed')).toEqual([['CL 25 Capstan Lathe', 1, 1, 1]])
    expect(listRows(report, 'contact')).toEqual([['Call', 1, 1, 1]])
    expect(listRows(report, 'country')).toEqual([
      ['IN', 2, 2, 1],
      ['DE', 1, 1, 0],
    ])
    expect(listRows(report, 'device')).toEqual([
      ['Computer', 2, 2, 1],
      ['Phone', 1, 1, 0],
    ])
    expect(report.speeds).toEqual([{ page: 'Details of an item', count: 1, lcp: 1300, inp: 100 }])
    expect(report.days.at(-1)).toMatchObject({ visits: 3, before: 0 })
    expect(report.days).toHaveLength(30)
  })

  test('What two instances counted at the same time adds up, also an enquiry that one of them received first', async () => {
    const clock = () => new Date()
    const instances = [new VisitRecorder({ db: site.db, clock }), new VisitRecorder({ db: site.db, clock })]
    const [one, other] = instances as [VisitRecorder, VisitRecorder]
    const flushAll = async () => {
      for (let round = 0; round < 2; round++) await Promise.all(instances.map((instance) => instance.flush()))
    }
    const request = (ip: string) => ({ ip, headers: { 'user-agent': COMPUTER } })
    const page = (name: string) => [
      { kind: 'visit' as const, name: '' },
      { kind: 'page' as const, name },
    ]
    const arrival = (name: string) => [{ kind: 'source' as const, name }]
    for (let number = 1; number <= 200; number++) {
      const ip = `10.2.0.${number}`
      await one.count(request(ip), page('/'), arrival('google.com'))
      await other.count(request(ip), page('/products'), arrival('Direct'))
      if (number <= 3) await one.count(request(ip), [{ kind: 'enquiry', name: '' }])
    }
    await flushAll()
    for (let number = 3; number <= 5; number++)
      await other.count(request(`10.2.0.${number}`), page('/finder'), arrival('Direct'))
    await flushAll()
    const report = await readReport()
    expect(getSteps(report)).toMatchObject({ visit: 200, enquiry: 3 })
    expect(listRows(report, 'page')).toEqual([
      ['Home', 200, 200, 3],
      ['Catalogue', 200, 200, 3],
      ['Which machine fits my part?', 3, 3, 1],
    ])
    // Every visitor came from one place: that of the page which was stored first.
    const sources: [string, number][] = listRows(report, 'source')
    expect(sources.reduce((sum, [, visits]) => sum + visits, 0)).toBe(200)
  })

  test('The source is that of the first page, also if a page inside of the site is stored first', async () => {
    const clock = () => new Date()
    const [one, other] = [
      new VisitRecorder({ db: site.db, clock }),
      new VisitRecorder({ db: site.db, clock }),
    ]
    const request = { ip: '10.2.1.1', headers: { 'user-agent': COMPUTER } }
    const visit = [{ kind: 'visit' as const, name: '' }]
    await one.count(request, visit, [{ kind: 'source', name: 'google.com' }])
    // Opened by a link of the site in another tab.
    await other.count(request, visit, [])
    await other.flush()
    await one.flush()
    await other.count(request, visit, [{ kind: 'source', name: 'Direct' }])
    await other.flush()
    expect(listRows(await readReport(), 'source')).toEqual([['google.com', 1, 1, 0]])
  })

  test('An enquiry of a browser without the script, such as one of staff, is no visit that sent one', async () => {
    const reply = await sendEnquiry({ fetch: (path, init) => staff(path, init) }, {})
    expect(reply.status).toBe(201)
    await visitor('10.2.2.1').open('/')
    expect(getSteps(await readReport())).toMatchObject({ visit: 1, enquiry: 0 })
  })

  test('Nothing that was counted is lost or counted twice when it cannot be stored at first', async () => {
    const recorder = new VisitRecorder({ db: site.db, clock: () => new Date() })
    const request = { ip: '10.3.0.1', headers: { 'user-agent': COMPUTER } }
    await recorder.count(request, [{ kind: 'page', name: '/' }])
    await site.db.schema.alterTable('visitor_figure').renameTo('visitor_figure_away').execute()
    await expect(recorder.flush()).rejects.toThrow()
    await recorder.count(request, [{ kind: 'page', name: '/' }])
    await site.db.schema.alterTable('visitor_figure_away').renameTo('visitor_figure').execute()
    await recorder.flush()
    await recorder.flush()
    expect(listRows(await readReport(), 'page')).toEqual([['Home', 1, 2, 0]])
  })

  test('The next day a visitor is another one; the events and the salt of the day are deleted, and its sums stay', async () => {
    const meera = visitor('10.4.0.1')
    await meera.open('/', GOOGLE)
    await readReport()
    const [first] = await findRows(site, 'visitor_event', { kind: 'visit' })
    site.advanceClock(24 * 60)
    staff = await site.signIn('sales')
    await meera.open('/', '')
    const report = await readReport()
    const [second] = (await findRows(site, 'visitor_event', { kind: 'visit' })).filter(
      ({ day }) => day !== first!.day,
    )
    expect(second!.visitor).not.toBe(first!.visitor)
    expect(`${first!.visitor}`).toMatch(/^[\w-]{16}$/)
    expect(report.days.slice(-2).map(({ visits }: Json) => visits)).toEqual([1, 1])

    // Late reports of a day are counted for a while after midnight, so that its events are still there.
    const noon = new Date(`${second!.day}T12:00:00+05:30`)
    const recorder = new VisitRecorder({ db: site.db, clock: () => noon })
    expect(await recorder.removeOld()).toBeGreaterThan(0)
    expect((await findRows(site, 'visitor_event', {})).map(({ day }) => day)).not.toContain(first!.day)
    expect((await findRows(site, 'visitor_salt', {})).map(({ day }) => day)).toEqual([second!.day])
    expect(listRows(await readReport(), 'page')).toEqual([['Home', 2, 2, 0]])
    expect(listRows(await readReport(`?from=${second!.day}&to=${second!.day}`), 'page')).toEqual([
      ['Home', 1, 1, 0],
    ])
  })

  test('What is reported for a day whose events were deleted is left out, so that no visit is counted twice', async () => {
    let now = new Date()
    const recorder = new VisitRecorder({ db: site.db, clock: () => now })
    const request = { ip: '10.4.1.1', headers: { 'user-agent': COMPUTER } }
    await recorder.count(request, [{ kind: 'page', name: '/' }])
    await recorder.flush()
    await recorder.count(request, [{ kind: 'page', name: '/' }])
    now = new Date(now.getTime() + 26 * 3_600_000)
    await recorder.removeOld()
    await recorder.flush()
    expect(listRows(await readReport(), 'page')).toEqual([['Home', 1, 1, 0]])
  })

  test('Neither addresses nor browsers are stored, and what looks like a person is not counted as a search', async () => {
    const meera = visitor('203.0.113.77')
    await meera.open('/products?search=98400+12345')
    await meera.open('/products?search=meera%40valves.example')
    await readReport()
    const rows = JSON.stringify([
      ...(await findRows(site, 'visitor_event', {})),
      ...(await findRows(site, 'visitor_figure', {})),
    ])
    for (const secret of ['203.0.113', 'Mozilla', '98400', 'meera']) expect(rows).not.toContain(secret)
  })

  test('Names that a stranger makes up are limited: further ones count as Other', async () => {
    const recorder = new VisitRecorder({ db: site.db, clock: () => new Date() })
    for (let number = 0; number < 3010; number++)
      await recorder.count({ ip: '10.5.0.1', headers: { 'user-agent': COMPUTER } }, [
        { kind: 'page', name: `/made-up-${number}` },
      ])
    await recorder.flush()
    expect(await findRows(site, 'visitor_figure', { kind: 'page' })).toHaveLength(3001)
    expect(await findRows(site, 'visitor_figure', { kind: 'page', name: 'Other' })).toMatchObject([
      { visits: 1, count: 10 },
    ])
    for (let number = 0; number < 3010; number++)
      await recorder.count(
        { ip: `10.5.${number >> 8}.${number & 255}`, headers: { 'user-agent': PHONE } },
        [],
        [{ kind: 'source', name: `${number}.example` }],
      )
    await recorder.flush()
    expect(await findRows(site, 'visitor_figure', { kind: 'source' })).toHaveLength(3001)
  })

  test('A report leads to no other site, and control characters stop nothing', async () => {
    const stranger = visitor('10.5.200.1')
    await stranger.open('/products?search=%2F%2Fevil.example/cl-25')
    await stranger.open('/products?search=a%00b%0Ac')
    await stranger.open('//evil.example/product/cl-25')
    await stranger.report({ event: 'link', url: '/', to: '/documents/x/%2F%2Fevil.example' })
    const { groups } = await readReport()
    expect(groups.search.map(({ name, path }: Json) => [name, path])).toEqual([
      ['//evil.example/cl-25', null],
      ['a b c', null],
    ])
    expect(groups.page.map(({ path }: Json) => path).toSorted()).toEqual(['/product/cl-25', '/products'])
    expect(groups.document).toMatchObject([{ path: null }])
  })

  test.each([
    ['nothing', undefined],
    ['an unknown event', { event: 'hack', url: '/' }],
    ['another site', { event: 'page', url: 'https://elsewhere.example/' }],
    ['an address that is none', { event: 'page', url: '//' }],
    ['a long address', { event: 'page', url: `/${'x'.repeat(4000)}` }],
    ['an item that is no id', { event: 'list', url: '/', item: 'a\u0000' }],
    ['a time that is no number', { event: 'speed', url: '/', lcp: 'fast' }],
    ['a negative time', { event: 'speed', url: '/', lcp: -1 }],
  ])('A report of %s is refused', async (_what, body) => {
    await expectProblem(visitor('10.6.0.1').fetch('/api/visits', jsonBody('POST', body ?? {})), 400)
  })

  test('A form of another site cannot report, as it can only send plain text', async () => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"event":"page","url":"/"}',
    }
    await expectProblem(visitor('10.6.0.2').fetch('/api/visits', init), 400)
  })

  test('The export has a line for each day, kind and name, and runs no formula', async () => {
    await visitor('10.7.0.1').open('/products?search=%3Dcmd()', GOOGLE)
    const reply = await staff('/api/visits/report.csv')
    expect(reply.headers.get('content-disposition')).toMatch(/attachment; filename="visitors-.*\.csv"/)
    const lines = (await reply.text()).split('\r\n').map((line) => line.replace(/^[\d-]{10}/, 'day'))
    expect(lines).toEqual([
      expect.stringContaining('Day,Kind,Name,Visits,Times,Visits with an enquiry'),
      'day,Countries,IN,1,1,0',
      'day,Devices,Computer,1,1,0',
      'day,Pages,/products,1,1,0',
      "day,Searches,'=cmd(),1,1,0",
      'day,Sources,google.com,1,1,0',
      'day,Visits,,1,1,0',
      '',
    ])
  })

  test.each([
    ['?from=2026-11-22&to=2026-11-21', 'The first day must not be after the last one.'],
    ['?from=2025-01-01&to=2026-11-21', 'Choose at most 366 days.'],
    ['?from=yesterday', 'Enter a date such as 2026-11-21.'],
  ])('The period %s is refused', async (query, message) => {
    expect(await expectProblem(staff(`/api/visits/report${query}`), 400)).toContain(message)
  })
})
