import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { findFreePort } from '../../support/postgres/postgres.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const TOKEN = 'a-token-for-the-metrics'
let site: TestSite | undefined
afterEach(async () => {
  await site?.close()
  site = undefined
})

const start = async (environment: Record<string, string>, pages = false): Promise<TestSite> => {
  site = await startSite(environment, { pages })
  return site
}
const withToken = { headers: { authorization: `Bearer ${TOKEN}` } }

async function getMetrics({ fetch }: TestSite): Promise<string> {
  const reply = await fetch('/metrics', withToken)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return reply.text()
}

/** The value of a series, such as 'capstan_enquiries'. */
const parseMetric = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('Access to metrics', () => {
  test('Metrics are not served without METRICS_TOKEN or METRICS_PORT', async () => {
    const { fetch } = await start({}, true)
    const reply = await fetch('/metrics')
    expect(reply.status).toBe(404)
    expect(await reply.text()).not.toContain('process_cpu')
  })

  test('Metrics are not served to a request without the token, with another or a truncated one, or in another scheme', async () => {
    const { fetch } = await start({ METRICS_TOKEN: TOKEN })
    const wrong = ['Bearer another-token-for-the-metrics', `Bearer ${TOKEN.slice(0, -1)}`, `Basic ${TOKEN}`]
    for (const authorization of [undefined, ...wrong, 'Bearer ']) {
      const reply = await fetch('/metrics', authorization ? { headers: { authorization } } : {})
      expect(reply.status, authorization).toBe(401)
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(await reply.text()).not.toContain('process_cpu')
    }
  })

  test('METRICS_PORT serves metrics and nothing else', async () => {
    const port = await findFreePort()
    const { fetch: onSite } = await start({ METRICS_PORT: String(port) }, true)
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await reply.text()).toContain('process_cpu_seconds_total')
    expect((await fetch(`http://127.0.0.1:${port}/api/products`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405)
    expect((await onSite('/metrics')).status).toBe(404)
  })

  test('METRICS_PORT requires METRICS_TOKEN if it is set', async () => {
    const port = await findFreePort()
    await start({ METRICS_PORT: String(port), METRICS_TOKEN: TOKEN })
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, withToken)).status).toBe(200)
  })

  test('A METRICS_PORT that is in use stops the start with a message', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    await expect(startSite({ METRICS_PORT: String(port) })).rejects.toThrow(
      new RegExp(`^The metrics \\(METRICS_PORT\\) cannot be served on port ${port}: .+\\.$`),
    )
    taken.close()
  })
})

test('Responses are counted by route and status class, including those from the response cache', async () => {
  const running = await start({ METRICS_TOKEN: TOKEN }, true)
  const { fetch } = running
  const { headers } = await fetch('/api/products/featured')
  for (let count = 0; count < 3; count++) await fetch('/api/products/featured')
  await fetch('/api/products/featured', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  await fetch('/api/products/none')
  await fetch('/')
  const first = await getMetrics(running)
  const count = (text: string, route: string, status: string) =>
    parseMetric(text, `http_requests_total{method="GET",route="${route}",status="${status}"}`)
  expect(count(first, '/api/products/featured', '2xx')).toBe(4)
  expect(count(first, '/api/products/featured', '3xx')).toBe(1)
  expect(count(first, '/api/products/:id', '4xx')).toBe(1)
  expect(count(first, '/*', '2xx')).toBe(1)
  // Reads of the server-rendered page are not requests.
  expect(count(first, '/api/site-content', '2xx')).toBeUndefined()
  expect(
    parseMetric(first, 'http_request_duration_seconds_count{method="GET",route="/api/products/featured"}'),
  ).toBe(1)
  expect(parseMetric(first, 'capstan_cache_lookups_total{cache="responses",result="hit"}')).toBe(4)
  // One of them is the state of the page.
  expect(parseMetric(first, 'capstan_cache_lookups_total{cache="responses",result="miss"}')).toBe(4)
  // The hit is the list of featured machines, which the home page reads after the API request.
  expect(parseMetric(first, 'capstan_cache_lookups_total{cache="reads",result="hit"}')).toBe(1)
  await fetch('/api/products/featured')
  const second = await getMetrics(running)
  expect(count(second, '/api/products/featured', '2xx')).toBe(5)
  expect(parseMetric(second, 'capstan_cache_lookups_total{cache="responses",result="hit"}')).toBe(5)
})

test('Requests cannot create labels, and metrics contain no personal data', async () => {
  const running = await start({ METRICS_TOKEN: TOKEN }, true)
  const { url, fetch } = running
  for (const path of [
    '/ramesh?email=ramesh@works.example',
    '/api/products/ramesh',
    '/api/ramesh',
    '/media/ramesh',
  ])
    await fetch(path)
  await fetch('/ramesh', { method: 'POST' })
  await fetch('/ramesh', { method: 'PUT', headers: { cookie: 'ramesh=1', 'user-agent': 'ramesh' } })
  const strange = request(new URL('/ramesh', url), { method: 'PROPFIND' }).end()
  const [reply] = await once(strange, 'response')
  reply.resume()
  const text = await getMetrics(running)
  expect(text).not.toContain('ramesh')
  expect(text).not.toContain('PROPFIND')
  expect(parseMetric(text, 'http_requests_total{method="POST",route="unknown",status="4xx"}')).toBe(1)
})

test('Enquiries, e-mails, database and disk are measured', async () => {
  // No server listens on port 9, so that the e-mail remains pending.
  const running = await start({
    METRICS_TOKEN: TOKEN,
    SMTP_URL: 'smtp://127.0.0.1:9',
    NOTIFY_EMAIL: 'sales@works.example',
  })
  await expectEnquiry(running, { email: 'meena@works.example' })
  running.advanceClock(10)
  const text = await getMetrics(running)
  expect(parseMetric(text, 'capstan_enquiries')).toBe(1)
  // The notification of staff and the confirmation.
  expect(parseMetric(text, 'capstan_mail_pending')).toBe(2)
  expect(parseMetric(text, 'capstan_mail_failed')).toBe(0)
  expect(parseMetric(text, 'capstan_mail_oldest_seconds')).toBeGreaterThanOrEqual(600)
  expect(parseMetric(text, 'capstan_mail_oldest_seconds')).toBeLessThan(660)
  expect(parseMetric(text, 'capstan_pictures_in_progress')).toBe(0)
  expect(parseMetric(text, 'capstan_database_bytes')).toBeGreaterThan(100_000)
  expect(parseMetric(text, 'capstan_disk_free_bytes')).toBeGreaterThan(0)
  expect(parseMetric(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  expect(text).not.toContain('works.example')
})

test('A metric that cannot be read is omitted, and the others are served', async () => {
  const running = await start({ METRICS_TOKEN: TOKEN })
  await getMetrics(running)
  await running.db.destroy()
  const text = await getMetrics(running)
  expect(parseMetric(text, 'capstan_enquiries')).toBeUndefined()
  expect(parseMetric(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})
