import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setIn } from '#contracts/fields/fields.ts'
import { createJpeg, MACHINE_FIELDS } from '../support/fixtures/items.ts'
import {
  type LoadRequest,
  type LoadResponse,
  sendRequest,
  startLoad,
} from '../support/hostile/load-generator.ts'
import { formBody, jsonBody } from '../support/http-client.ts'
import { type Instance, startInstance } from '../support/instances.ts'
import { startMailServer, type TestMailServer } from '../support/mail-server.ts'
import { findNginx, type ReverseProxy, startProxy } from '../support/nginx.ts'
import { OWNER_SETTINGS, signInOwner } from '../support/owner.ts'
import {
  findFreePort,
  type PostgresServer,
  queryPostgres,
  startPostgres,
} from '../support/postgres/postgres.ts'
import { startBucket, type TestBucket } from '../support/s3-bucket.ts'

/* The tests run two and four processes of the server behind nginx, with their own PostgreSQL server and S3-compatible storage. */

const PROPAGATION_TIMEOUT_MS = 1000
const RECOVERY_TIMEOUT_MS = 5000
const OUTAGE_MS = 1500
/** The maximum duration of a response while PostgreSQL restarts. */
const MAX_RESPONSE_MS = 6000
/** The minimum number of responses before and after a fault. */
const MIN_RESPONSES = 10
const ERROR_MESSAGES = [
  'The site cannot reach its data at the moment. Nothing was changed. Try again in a few minutes.',
  // Many instances restart at the same time.
  'Another change is being saved. Nothing was changed. Try again in a few minutes.',
]
const CACHED_PATHS = ['/', '/products', '/api/products?limit=24']

const nginx = findNginx()
if (!nginx) console.warn('Tests with several instances are skipped: nginx is not installed.')

let postgres: PostgresServer
let bucket: TestBucket
let mail: TestMailServer
let proxy: ReverseProxy
let environment: Record<string, string>
let instances: Instance[] = []

describe.skipIf(!nginx)('several instances', () => {
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
    bucket = await startBucket()
    mail = await startMailServer()
    const port = await findFreePort()
    environment = {
      DATABASE_URL: await postgres.createDatabase(),
      MEDIA_URL: bucket.url,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      NOTIFY_EMAIL: 'sales@works.example',
      ...OWNER_SETTINGS,
      LOG_LEVEL: 'error',
    }
    instances = await Promise.all([startInstance(environment), startInstance(environment)])
    proxy = await startProxy(nginx!, { port, instances: getPorts(instances) })
  }, 240_000)
  afterAll(async () => {
    await Promise.all(instances.map(({ process }) => process.stop()))
    await proxy?.stop()
    await mail.close()
    await bucket.close()
    await postgres.remove()
  })

  test('Two instances that start together on an empty database create one demo catalogue and one administrator', async () => {
    expect(await countRows('account')).toBe(1)
    expect(await countRows('item')).toBe(125)
    for (const { url } of instances) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      expect(await (await fetch(`${url}/products`)).text()).toContain('CL 25')
    }
    const shown = (await (await fetch(`${instances[0]!.url}/api/products?limit=1`)).json()) as Json
    const picture = new URL(shown[0].pictures[0].url)
    for (const { url } of instances)
      expect((await fetch(url + picture.pathname)).headers.get('content-type')).toBe('image/webp')
  })

  test("The access log of the proxy contains no address of a customer's private page", async () => {
    await fetch(`${proxy.url}/q/not-a-secret-but-private`)
    await fetch(`${proxy.url}/robots.txt`)
    // nginx writes the line after the response.
    await expect.poll(() => proxy.readAccessLog()).toContain('/robots.txt')
    expect(proxy.readAccessLog()).not.toContain('not-a-secret')
  })

  describe.each([2, 4])('%i instances', (count) => {
    beforeEach(async () => {
      if (instances.length === count) return
      while (instances.length < count) instances.push(await startInstance(environment))
      await proxy.setInstances(getPorts(instances))
    }, 60_000)
    afterEach(() => {
      for (const { process } of instances)
        expect(process.hasExited(), process.output().slice(-3000)).toBe(false)
    })

    test('Killing an instance under load loses no acknowledged write and fails only writes that were pending on it', async () => {
      const load = startLoad(proxy.url, [
        { visitors: 4, next: createRead },
        { visitors: 4, next: createEnquiry },
      ])
      await waitForEnquiries(load)
      const [killed] = instances.splice(1, 1)
      await killed!.process.kill()
      const killedAt = performance.now()
      await sleep(1500)
      await waitForEnquiries(load, killedAt)
      const responses = await load.stop()
      const failed = responses.filter(({ status }) => status >= 500 || status === 0)
      expect(failed.filter(({ startedAt }) => startedAt > killedAt)).toEqual([])
      expect(failed.filter(({ loadRequest }) => !loadRequest.body)).toEqual([])
      expect(failed.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
        failed.map(() => [503, '2']),
      )
      // Clients without a response repeat their request.
      const repeated = await Promise.all(failed.map(({ loadRequest }) => sendRequest(proxy.url, loadRequest)))
      await expectStored([...responses, ...repeated])
      // The e-mail that the killed instance was sending is still pending.
      const [counts] = await queryRows(
        `select (select count(*) from outbox where to_address = 'sales@works.example') as notifications,
          (select count(*) from enquiry where is_demo = 0) as enquiries`,
      )
      expect(counts.notifications).toBe(counts.enquiries)
      expect(await countRows('outbox where sent_at is null and next_attempt_at is null')).toBe(0)
    })

    if (count === 2)
      test('Stopping an instance under load fails no request', async () => {
        const load = startLoad(proxy.url, [
          { visitors: 4, next: createRead },
          { visitors: 4, next: createEnquiry },
        ])
        await waitForEnquiries(load)
        const [stopped] = instances.splice(1, 1)
        expect(await stopped!.process.stop()).toBe(0)
        await waitForEnquiries(load, performance.now())
        const responses = await load.stop()
        expect(responses.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
        await expectStored(responses)
      })

    // Four instances have every pair that two have.
    if (count === 4) {
      test('A write through one instance is visible in lists and pages of all others within a second', () =>
        expectPropagated())

      test('Signing in through one instance and signing out through another apply to all instances', async () => {
        const cookie = await signInOwner(instances[0]!.url)
        const getProfiles = () =>
          Promise.all(instances.map(({ url }) => fetch(`${url}/api/auth/me`, { headers: { cookie } })))
        expect((await getProfiles()).map(({ status }) => status)).toEqual(instances.map(() => 200))
        await fetch(`${instances.at(-1)!.url}/api/auth/logout`, { method: 'POST', headers: { cookie } })
        expect((await getProfiles()).map(({ status }) => status)).toEqual(instances.map(() => 401))
      })

      test('Of twelve concurrent sign-in attempts through several instances, ten are checked and two return 429', async () => {
        const email = `unknown-${count}@works.example`
        const attempts = Array.from({ length: 12 }, (_, index) =>
          fetch(`${instances[index % count]!.url}/api/auth/login`, {
            ...jsonBody('POST', { email, password: 'wrong' }),
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${count}` },
          }),
        )
        const statuses = (await Promise.all(attempts)).map(({ status }) => status)
        expect(statuses.toSorted()).toEqual([...Array(10).fill(401), 429, 429])
      })

      test('Visits that reach several instances add up exactly, and a visitor of two of them is one visitor', async () => {
        const cookie = await signInOwner(instances[0]!.url)
        const open = (url: string, visitor: number, path: string) =>
          fetch(`${url}/api/visits`, {
            ...jsonBody('POST', { event: 'page', url: path }),
            headers: {
              'content-type': 'application/json',
              'x-forwarded-for': `192.0.2.${visitor}`,
              'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36',
            },
          })
        const visits = Array.from({ length: 10 }, (_, visitor) => visitor).flatMap((visitor) =>
          instances.flatMap(({ url }) => ['/', '/compare'].map((path) => open(url, visitor, path))),
        )
        expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(visits.map(() => 204))
        await expect
          .poll(async () => {
            const reply = await fetch(`${instances[1]!.url}/api/visits/report`, { headers: { cookie } })
            const { steps, groups } = (await reply.json()) as Json
            const pages = groups.page.map(({ visits, count }: Json) => [visits, count])
            return { visits: steps[0].count, pages }
          })
          .toEqual({ visits: 10, pages: Array(2).fill([10, 10 * count]) })
      })

      test('An enquiry that is sent to all instances concurrently is stored once', async () => {
        const enquiry = createEnquiry()
        const responses = await Promise.all(instances.map(({ url }) => sendRequest(url, enquiry)))
        expect(responses.map(({ status }) => status)).toEqual(instances.map(() => 201))
        expect(new Set(responses.map(({ text }) => JSON.parse(text).id)).size).toBe(1)
        expect(await countStored([enquiry])).toEqual([1])
      })

      test('The notification of an enquiry is sent exactly once, regardless of the instance that received the enquiry', {
        timeout: 90_000,
      }, async () => {
        // E-mails are sent in the order of their time, so that those of earlier tests are sent first.
        await expect
          .poll(() => countRows(`outbox where next_attempt_at <= '${new Date().toISOString()}'`), {
            timeout: 60_000,
          })
          .toBe(0)
        const enquiries = Array.from({ length: 24 }, createEnquiry)
        const sent = instances.map(async ({ url }, index) => {
          for (let next = index; next < enquiries.length; next += count)
            expect((await sendRequest(url, enquiries[next]!)).status).toBe(201)
        })
        await Promise.all(sent)
        await expect
          .poll(() => enquiries.every((enquiry) => countNotifications(enquiry) > 0), { timeout: 10_000 })
          .toBe(true)
        // A second e-mail would arrive within this time.
        await sleep(1000)
        expect(enquiries.map(countNotifications)).toEqual(enquiries.map(() => 1))
      })

      test('During a restart of PostgreSQL, cached pages are served and other requests return 503; all instances recover afterwards', async () => {
        for (const path of CACHED_PATHS) for (const { url } of instances) await sendRequest(url, { path })
        for (const path of CACHED_PATHS)
          for (let round = 0; round < count * 4; round++) await sendRequest(proxy.url, { path })
        const load = startLoad(proxy.url, [
          { visitors: 3, next: createCachedRead, pauseMs: 20 },
          { visitors: 3, next: createUncachedRead, pauseMs: 20 },
          { visitors: 3, next: createEnquiry, pauseMs: 20 },
        ])
        await waitForEnquiries(load)
        await postgres.stop()
        const stoppedAt = performance.now()
        await sleep(OUTAGE_MS)
        const isDuringOutage = (response: LoadResponse) =>
          isCachedRequest(response) && response.startedAt > stoppedAt
        await expect.poll(() => load.responses.filter(isDuringOutage).length).toBeGreaterThan(MIN_RESPONSES)
        await postgres.start()
        const startedAgainAt = performance.now()
        // An instance notices only with its next attempt to connect that the server is available again.
        await expectPropagated({ timeoutMs: RECOVERY_TIMEOUT_MS })
        await sleep(Math.max(0, startedAgainAt + RECOVERY_TIMEOUT_MS + 500 - performance.now()))
        await waitForEnquiries(load, startedAgainAt + RECOVERY_TIMEOUT_MS)
        const responses = await load.stop()
        const [cached, uncached] = [
          responses.filter(isCachedRequest),
          responses.filter((response) => !isCachedRequest(response)),
        ]
        expect(cached.filter(({ status }) => status !== 200)).toEqual([])
        const failed = uncached.filter(({ status }) => status !== 200 && status !== 201)
        expect(failed.length).toBeGreaterThan(0)
        expect(failed.filter((response) => !isUnavailableResponse(response))).toEqual([])
        expect(Math.max(...responses.map(({ startedAt, endedAt }) => endedAt - startedAt))).toBeLessThan(
          MAX_RESPONSE_MS,
        )
        expect(failed.filter(({ startedAt }) => startedAt > startedAgainAt + RECOVERY_TIMEOUT_MS)).toEqual([])
        await expectStored(responses)
      })
    }
  })
})

// biome-ignore lint/suspicious/noExplicitAny: the tests check the responses, not the compiler
type Json = any

const getPorts = (all: Instance[]) => all.map(({ port }) => port)

/** Checks that changes through the first instance are visible through all others, and that previous ETags no longer match. */
async function expectPropagated({ timeoutMs = 0 } = {}): Promise<void> {
  const [writer, ...others] = instances as [Instance, ...Instance[]]
  const staff = await retryUntilTimeout(() => signInOwner(writer.url), timeoutMs)
  const send = async (path: string, init: RequestInit): Promise<Json> => {
    const reply = await fetch(writer.url + path, { ...init, headers: { ...init.headers, cookie: staff } })
    const body = await reply.json()
    expect(reply.status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const machine = (method: string, name: string, id = '', files: File[] = []) =>
    send(`/api/products${id && `/${id}`}`, formBody(method, { ...MACHINE_FIELDS, name }, files))
  const createText = () => `W${Math.random().toString(36).slice(2)}`

  const first = createText()
  const { id } = await expectAppears(others, '/products', first, () => machine('POST', first))
  const second = createText()
  await expectAppears(others, `/api/products/${id}`, second, () => machine('PUT', second, id))
  const third = createText()
  await expectAppears(others, '/products', third, () => machine('PUT', third, id))
  const picture = await createJpeg(Math.ceil(Math.random() * 1000))
  const shown = await expectAppears(others, `/api/products/${id}`, '.webp', () =>
    machine('PUT', third, id, [picture]),
  )
  const { pathname } = new URL(shown.pictures[0].url)
  for (const { url } of others) expect((await fetch(url + pathname)).status).toBe(200)
  await expectDisappears(others, '/products', third, () =>
    send('/api/items/changes', jsonBody('POST', { ids: [id], archived: true })),
  )
  const text = createText()
  const review = await send('/api/reviews', {
    ...jsonBody('POST', { text, name: 'Asha', rating: 5 }),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.100.${requestCounter++ % 250}`,
    },
  })
  await expectAppears(others, '/', text, () =>
    send(`/api/reviews/${review.id}`, jsonBody('PATCH', { status: 'published' })),
  )
  const title = createText()
  await expectAppears(others, '/', title, async () => {
    const { content, revision } = await send('/api/site-content/edited', {})
    const body = { content: setIn(content, 'hero.title', title), revision }
    return send('/api/site-content', jsonBody('PUT', body))
  })
}

const expectAppears = (others: Instance[], path: string, text: string, write: () => Promise<Json>) =>
  expectChanged(others, path, write, (page) => page.includes(text))
const expectDisappears = (others: Instance[], path: string, text: string, write: () => Promise<Json>) =>
  expectChanged(others, path, write, (page) => !page.includes(text))

/**
 * Checks that `write` changes the response of every instance to one that satisfies `isUpdated` within
 * PROPAGATION_TIMEOUT_MS, and that the previous ETag no longer matches.
 */
async function expectChanged(
  others: Instance[],
  path: string,
  write: () => Promise<Json>,
  isUpdated: (text: string) => boolean,
): Promise<Json> {
  const readBefore = async ({ url }: Instance) => {
    // The second request is served from the cache.
    await (await fetch(url + path)).text()
    const reply = await fetch(url + path)
    expect([reply.status, isUpdated(await reply.text())]).toEqual([200, false])
    const etag = reply.headers.get('etag')!
    expect((await fetch(url + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    return { url, etag }
  }
  // Shortly after an outage an instance may still respond with fallback content.
  const before = await Promise.all(
    others.map((other) => retryUntilTimeout(() => readBefore(other), RECOVERY_TIMEOUT_MS)),
  )
  const written = await write()
  const deadline = performance.now() + PROPAGATION_TIMEOUT_MS
  for (const { url, etag } of before) {
    let [status, text] = [0, '']
    do {
      await sleep(10)
      const reply = await fetch(url + path, { headers: { 'if-none-match': etag } })
      ;[status, text] = [reply.status, await reply.text()]
    } while (!(status === 200 && isUpdated(text)) && performance.now() < deadline)
    expect([status, isUpdated(text)], `${path} at ${url}`).toEqual([200, true])
  }
  return written
}

/** Repeats `work` until it succeeds. Rethrows its last error after the timeout. */
async function retryUntilTimeout<Result>(work: () => Promise<Result>, timeoutMs: number): Promise<Result> {
  for (const deadline = performance.now() + timeoutMs; ; await sleep(20)) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

interface Enquiry extends LoadRequest {
  body: { message: string }
}

let requestCounter = 0
/** Creates an enquiry from a new address, so that no rate limit applies. */
function createEnquiry(): Enquiry {
  requestCounter++
  const localAddress = `127.1.${requestCounter >> 8}.${requestCounter & 255}`
  const message = `Enquiry number ${requestCounter}.`
  const contact = { firstName: 'Asha', lastName: 'Rao', phone: `98400 ${10_000 + requestCounter}` }
  const body = {
    ...contact,
    email: `v${requestCounter}@works.example`,
    message,
    requestKey: `key-${requestCounter}`,
  }
  return { path: '/api/enquiries', localAddress, body }
}
const createCachedRead = (): LoadRequest => ({ path: CACHED_PATHS[requestCounter++ % CACHED_PATHS.length]! })
/** Each request is that of another network, because the searches of one are limited. */
const createUncachedRead = (): LoadRequest => ({
  localAddress: `127.2.${(requestCounter >> 8) & 255}.${requestCounter & 255}`,
  path: `${requestCounter++ % 2 ? '/api' : ''}/products?search=collet ${requestCounter}`.replace(' ', '%20'),
})
const createRead = () => (requestCounter % 2 ? createCachedRead() : createUncachedRead())
const isCachedRequest = ({ loadRequest }: LoadResponse) => CACHED_PATHS.includes(loadRequest.path)

/** Returns whether the response is a 503 with Retry-After and a message for users, as JSON or as a page. */
function isUnavailableResponse({ status, headers, text }: LoadResponse): boolean {
  if (status !== 503 || !headers['retry-after']) return false
  const isPage = String(headers['content-type']).startsWith('text/html')
  return isPage ? /try again/i.test(text) : ERROR_MESSAGES.includes(JSON.parse(text).message)
}

/** Waits for more than MIN_RESPONSES enquiries that were sent after `since` and acknowledged, also on a busy machine. */
const waitForEnquiries = (load: ReturnType<typeof startLoad>, since = 0) =>
  expect
    .poll(() => load.responses.filter(({ startedAt, status }) => startedAt > since && status === 201).length)
    .toBeGreaterThan(MIN_RESPONSES)

/** Checks that every acknowledged enquiry is stored exactly once, and no other enquiry twice. */
async function expectStored(responses: LoadResponse[]): Promise<void> {
  const enquiries = responses.filter(({ loadRequest }) => loadRequest.body)
  const acknowledged = enquiries.filter(({ status }) => status === 201)
  expect(acknowledged.length).toBeGreaterThan(0)
  const counts = await countStored(acknowledged.map(({ loadRequest }) => loadRequest))
  expect(acknowledged.filter((_, index) => counts[index] !== 1)).toEqual([])
  const duplicates = await queryRows(
    'select message from enquiry where is_demo = 0 group by message having count(*) > 1',
  )
  expect(duplicates).toEqual([])
}

async function countStored(enquiries: LoadRequest[]): Promise<number[]> {
  const rows = await queryRows('select message, count(*)::int as count from enquiry group by message')
  const counts = new Map(rows.map(({ message, count }) => [message, count]))
  return enquiries.map(({ body }) => counts.get((body as { message: string }).message) ?? 0)
}

const countNotifications = ({ body }: Enquiry) =>
  mail.received.filter(({ text }) => text.includes(body.message)).length

const countRows = async (source: string): Promise<number> =>
  (await queryRows(`select count(*)::int as count from ${source}`))[0].count

const queryRows = (query: string): Promise<Json[]> => queryPostgres(environment.DATABASE_URL!, query)
