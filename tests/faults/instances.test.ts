import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeAt } from '#contracts/site-content-fields.ts'
import { startBucket, type TestBucket } from '../support/bucket.ts'
import { type Instance, startInstance } from '../support/instances.ts'
import { type Answer, ask, startLoad, type Visit } from '../support/load.ts'
import { freePort, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { nginxPath, type ReverseProxy, startProxy } from '../support/proxy.ts'
import { formBody, jpeg, jsonBody, MACHINE_FIELDS } from '../support/site.ts'

/* The same program as two and as four processes behind nginx, on a PostgreSQL and an S3-compatible store of their own. */

const SEEN_WITHIN_MS = 1000
const RESUMES_WITHIN_MS = 5000
const AWAY_MS = 1500
/** No answer takes longer, whatever is away. */
const MOST_ANSWER_MS = 6000
/** A load is one if so many were answered, also where the machine has much else to do. */
const MANY = 10
const OWNER = { email: 'owner@works.example', password: 'a password for tests' }
const SENTENCES = [
  'The site cannot reach its data at the moment. Nothing was changed. Please try again a little later.',
  // Where many begin again at once.
  'Something else is being saved at the moment. Nothing was changed. Please try again a little later.',
]
const CACHED = ['/', '/products', '/api/products?limit=24']

const nginx = nginxPath()
if (!nginx) console.warn('Tests with several instances are skipped: nginx is not installed.')

let postgres: PostgresServer
let bucket: TestBucket
let mail: SMTPServer
let proxy: ReverseProxy
let environment: Record<string, string>
let instances: Instance[] = []
/** What the mail server took, whole. */
const taken: string[] = []

describe.skipIf(!nginx)('several instances', () => {
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
    await postgres.run('create database site')
    bucket = await startBucket()
    mail = await startMailServer()
    const port = await freePort()
    environment = {
      DATABASE_URL: postgres.urlOf('site'),
      MEDIA_URL: bucket.url,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as { port: number }).port}`,
      NOTIFY_EMAIL: 'sales@works.example',
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      LOG_LEVEL: 'error',
    }
    instances = await Promise.all([startInstance(environment), startInstance(environment)])
    proxy = await startProxy(nginx!, port, portsOf(instances))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(instances.map(({ process }) => process.stop()))
    await proxy?.stop()
    await new Promise<void>((resolve) => mail.close(resolve))
    await bucket.close()
    await postgres.remove()
  })

  test('two that start at the same moment on nothing: one demo, one administrator, and both serve', async () => {
    expect(await numberOf('account')).toBe(1)
    expect(await numberOf('item')).toBe(125)
    for (const { url } of instances) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      expect(await (await fetch(`${url}/products`)).text()).toContain('CL 25')
    }
    const shown = (await (await fetch(`${instances[0]!.url}/api/products?limit=1`)).json()) as Json
    const picture = new URL(shown[0].pictures[0].url)
    for (const { url } of instances)
      expect((await fetch(url + picture.pathname)).headers.get('content-type')).toBe('image/webp')
  })

  describe.each([2, 4])('%i of them', (count) => {
    beforeEach(async () => {
      if (instances.length === count) return
      while (instances.length < count) instances.push(await startInstance(environment))
      await proxy.use(portsOf(instances))
    }, 60_000)
    afterEach(() => {
      for (const { process } of instances)
        expect(process.hasEnded(), process.output().slice(-3000)).toBe(false)
    })

    test('a write through one is seen through every other within a second: lists, pages and what was kept of them', () =>
      expectSeenEverywhere())

    test('a session begun through one is good at all, and ended through one it is over at all', async () => {
      const cookie = await signIn(instances[0]!)
      const whoAmI = () =>
        Promise.all(instances.map(({ url }) => fetch(`${url}/api/auth/me`, { headers: { cookie } })))
      expect((await whoAmI()).map(({ status }) => status)).toEqual(instances.map(() => 200))
      await fetch(`${instances.at(-1)!.url}/api/auth/logout`, { method: 'POST', headers: { cookie } })
      expect((await whoAmI()).map(({ status }) => status)).toEqual(instances.map(() => 401))
    })

    test('wrong passwords count together: of twelve tries at once, ten are looked at', async () => {
      const email = `nobody-${count}@works.example`
      const tries = Array.from({ length: 12 }, (_, index) =>
        fetch(`${instances[index % count]!.url}/api/auth/login`, {
          ...jsonBody('POST', { email, password: 'wrong' }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${count}` },
        }),
      )
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([...Array(10).fill(401), 429, 429])
    })

    test('the same enquiry through all of them at once is one enquiry, and one notice', async () => {
      const enquiry = newEnquiry()
      const answers = await Promise.all(instances.map(({ url }) => ask(url, enquiry)))
      expect(answers.map(({ status }) => status)).toEqual(instances.map(() => 201))
      expect(new Set(answers.map(({ text }) => JSON.parse(text).id)).size).toBe(1)
      expect(await storedOf([enquiry])).toEqual([1])
    })

    test('every notice is sent exactly once, whichever of them took the enquiry', {
      timeout: 90_000,
    }, async () => {
      // Mail goes in the order of its time: what earlier loads left goes first.
      await expect
        .poll(() => numberOf(`outbox where next_try_at <= '${new Date().toISOString()}'`), {
          timeout: 60_000,
        })
        .toBe(0)
      const enquiries = Array.from({ length: 24 }, newEnquiry)
      const sent = instances.map(async ({ url }, index) => {
        for (let next = index; next < enquiries.length; next += count)
          expect((await ask(url, enquiries[next]!)).status).toBe(201)
      })
      await Promise.all(sent)
      await expect.poll(() => enquiries.every((each) => noticesOf(each) > 0), { timeout: 10_000 }).toBe(true)
      // Long enough for a second one.
      await sleep(1000)
      expect(enquiries.map(noticesOf)).toEqual(enquiries.map(() => 1))
    })

    test('one is killed under load: nothing acknowledged is lost, only what it was answering fails, the rest goes on', async () => {
      const load = startLoad(proxy.url, [
        { visitors: 4, next: anyRead },
        { visitors: 4, next: newEnquiry },
      ])
      await sleep(1000)
      const [victim] = instances.splice(1, 1)
      await victim!.process.kill()
      const goneAt = performance.now()
      await sleep(1500)
      const answers = await load.stop()
      const failed = answers.filter(({ status }) => status >= 500 || status === 0)
      expect(failed.filter(({ began }) => began > goneAt)).toEqual([])
      expect(failed.filter(({ visit }) => !visit.body)).toEqual([])
      expect(failed.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
        failed.map(() => [503, '2']),
      )
      expect(answers.filter(({ began }) => began > goneAt).length).toBeGreaterThan(MANY)
      // Whoever was not answered sends the same again.
      const again = await Promise.all(failed.map(({ visit }) => ask(proxy.url, visit)))
      await expectStored([...answers, ...again])
      // What it was just sending is still to be sent.
      expect(await numberOf('outbox')).toBe(await numberOf('enquiry where is_demo = 0'))
      expect(await numberOf('outbox where sent_at is null and next_try_at is null')).toBe(0)
    })

    if (count === 2)
      test('one is stopped in order under load: no visitor notices', async () => {
        const load = startLoad(proxy.url, [
          { visitors: 4, next: anyRead },
          { visitors: 4, next: newEnquiry },
        ])
        await sleep(1000)
        const [stopped] = instances.splice(1, 1)
        expect(await stopped!.process.stop()).toBe(0)
        await sleep(1000)
        const answers = await load.stop()
        expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
        await expectStored(answers)
      })

    test('PostgreSQL restarts under load: what is kept goes on, the rest says so, and all comes back by itself', async () => {
      for (const path of CACHED) for (const { url } of instances) await ask(url, { path })
      for (const path of CACHED) for (let time = 0; time < count * 4; time++) await ask(proxy.url, { path })
      const load = startLoad(proxy.url, [
        { visitors: 3, next: cachedRead, pauseMs: 20 },
        { visitors: 3, next: uncachedRead, pauseMs: 20 },
        { visitors: 3, next: newEnquiry, pauseMs: 20 },
      ])
      await sleep(1000)
      const awayAt = performance.now()
      await postgres.stop()
      await sleep(AWAY_MS)
      await postgres.start()
      const backAt = performance.now()
      // What happens before the others have noticed that it is back.
      await expectSeenEverywhere({ patienceMs: RESUMES_WITHIN_MS })
      await sleep(Math.max(0, backAt + RESUMES_WITHIN_MS + 500 - performance.now()))
      const answers = await load.stop()
      const [kept, others] = [answers.filter(isKept), answers.filter((answer) => !isKept(answer))]
      expect(kept.filter(({ status }) => status !== 200)).toEqual([])
      expect(kept.filter(({ began, ended }) => began > awayAt && ended < backAt).length).toBeGreaterThan(MANY)
      const refused = others.filter(({ status }) => status !== 200 && status !== 201)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.filter((answer) => !saysSo(answer))).toEqual([])
      expect(Math.max(...answers.map(({ began, ended }) => ended - began))).toBeLessThan(MOST_ANSWER_MS)
      expect(refused.filter(({ began }) => began > backAt + RESUMES_WITHIN_MS)).toEqual([])
      await expectStored(answers)
    })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: replies are judged by the tests, not by the compiler
type Json = any

const portsOf = (all: Instance[]) => all.map(({ port }) => port)

/** Whatever staff change through the first, visitors see through all the others, and the old answers are over. */
async function expectSeenEverywhere({ patienceMs = 0 } = {}): Promise<void> {
  const [writer, ...others] = instances as [Instance, ...Instance[]]
  const staff = await whenever(() => signIn(writer), patienceMs)
  const send = async (path: string, init: RequestInit): Promise<Json> => {
    const reply = await fetch(writer.url + path, { ...init, headers: { ...init.headers, cookie: staff } })
    const body = await reply.json()
    expect(reply.status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const machine = (method: string, name: string, id = '', files: File[] = []) =>
    send(`/api/products${id && `/${id}`}`, formBody(method, { ...MACHINE_FIELDS, name }, files))
  const word = () => `W${Math.random().toString(36).slice(2)}`

  const first = word()
  const { id } = await seenIn(others, '/products', first, () => machine('POST', first))
  const second = word()
  await seenIn(others, `/api/products/${id}`, second, () => machine('PUT', second, id))
  const third = word()
  await seenIn(others, '/products', third, () => machine('PUT', third, id))
  const picture = await jpeg(Math.ceil(Math.random() * 1000))
  const shown = await seenIn(others, `/api/products/${id}`, '.webp', () =>
    machine('PUT', third, id, [picture]),
  )
  const { pathname } = new URL(shown.pictures[0].url)
  for (const { url } of others) expect((await fetch(url + pathname)).status).toBe(200)
  await goneFrom(others, '/products', third, () =>
    send('/api/items/changes', jsonBody('POST', { ids: [id], archived: true })),
  )
  const text = word()
  const review = await send('/api/reviews', {
    ...jsonBody('POST', { text, name: 'Asha', rating: 5 }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${counter++ % 250}` },
  })
  await seenIn(others, '/', text, () =>
    send(`/api/reviews/${review.id}`, jsonBody('PATCH', { status: 'published' })),
  )
  const title = word()
  await seenIn(others, '/', title, async () => {
    const { content, revision } = await send('/api/site-content/edited', {})
    const body = { content: writeAt(content, 'hero.title', title), revision }
    return send('/api/site-content', jsonBody('PUT', body))
  })
}

const seenIn = (others: Instance[], path: string, text: string, write: () => Promise<Json>) =>
  changedIn(others, path, write, (page) => page.includes(text))
const goneFrom = (others: Instance[], path: string, text: string, write: () => Promise<Json>) =>
  changedIn(others, path, write, (page) => !page.includes(text))

/** After `write`, everybody's answer `isNew` in time, and who asks whether the old one is still good is told it is not. */
async function changedIn(
  others: Instance[],
  path: string,
  write: () => Promise<Json>,
  isNew: (text: string) => boolean,
): Promise<Json> {
  const readBefore = async ({ url }: Instance) => {
    // Asked twice: the second time it is answered from what was kept.
    await (await fetch(url + path)).text()
    const reply = await fetch(url + path)
    expect([reply.status, isNew(await reply.text())]).toEqual([200, false])
    const etag = reply.headers.get('etag')!
    expect((await fetch(url + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    return { url, etag }
  }
  // Moments after the database is back, what stood in for its answers may still be replaced by them.
  const before = await Promise.all(
    others.map((other) => whenever(() => readBefore(other), RESUMES_WITHIN_MS)),
  )
  const written = await write()
  const deadline = performance.now() + SEEN_WITHIN_MS
  for (const { url, etag } of before) {
    let [status, text] = [0, '']
    do {
      await sleep(10)
      const reply = await fetch(url + path, { headers: { 'if-none-match': etag } })
      ;[status, text] = [reply.status, await reply.text()]
    } while (!(status === 200 && isNew(text)) && performance.now() < deadline)
    expect([status, isNew(text)], `${path} at ${url}`).toEqual([200, true])
  }
  return written
}

async function signIn({ url }: Instance): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, jsonBody('POST', OWNER))
  expect(reply.status).toBe(200)
  return reply.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Tries until it succeeds, but no longer than this. */
async function whenever<Result>(work: () => Promise<Result>, patienceMs: number): Promise<Result> {
  for (const deadline = performance.now() + patienceMs; ; await sleep(20)) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

interface Enquiry extends Visit {
  body: { message: string }
}

let counter = 0
/** Each from a visitor of its own, so that no limit is met. */
function newEnquiry(): Enquiry {
  counter++
  const from = `127.1.${counter >> 8}.${counter & 255}`
  const message = `Enquiry number ${counter}.`
  const person = { firstName: 'Asha', lastName: 'Rao', phone: `98400 ${10_000 + counter}` }
  const body = { ...person, email: `v${counter}@works.example`, message, requestKey: `key-${counter}` }
  return { path: '/api/enquiries', from, body }
}
const cachedRead = (): Visit => ({ path: CACHED[counter++ % CACHED.length]! })
const uncachedRead = (): Visit => ({
  path: `${counter++ % 2 ? '/api' : ''}/products?search=collet ${counter}`.replace(' ', '%20'),
})
const anyRead = () => (counter % 2 ? cachedRead() : uncachedRead())
const isKept = ({ visit }: Answer) => CACHED.includes(visit.path)

/** Not now, when to try again, and why in one sentence: as JSON or as a page. */
function saysSo({ status, headers, text }: Answer): boolean {
  if (status !== 503 || !headers['retry-after']) return false
  const isPage = String(headers['content-type']).startsWith('text/html')
  return isPage ? text.includes('try again') : SENTENCES.includes(JSON.parse(text).message)
}

/** Every enquiry that was acknowledged is there, and none is there twice. */
async function expectStored(answers: Answer[]): Promise<void> {
  const enquiries = answers.filter(({ visit }) => visit.body)
  const acknowledged = enquiries.filter(({ status }) => status === 201)
  expect(acknowledged.length).toBeGreaterThan(MANY)
  const counts = await storedOf(acknowledged.map(({ visit }) => visit))
  expect(acknowledged.filter((_, index) => counts[index] !== 1)).toEqual([])
  const twice = await rowsOf(
    'select message from enquiry where is_demo = 0 group by message having count(*) > 1',
  )
  expect(twice).toEqual([])
}

async function storedOf(enquiries: Visit[]): Promise<number[]> {
  const rows = await rowsOf('select message, count(*)::int as count from enquiry group by message')
  const counts = new Map(rows.map(({ message, count }) => [message, count]))
  return enquiries.map(({ body }) => counts.get((body as { message: string }).message) ?? 0)
}

const noticesOf = ({ body }: Enquiry) => taken.filter((text) => text.includes(body.message)).length

const numberOf = async (what: string): Promise<number> =>
  (await rowsOf(`select count(*)::int as count from ${what}`))[0].count

async function rowsOf(query: string): Promise<Json[]> {
  const client = new pg.Client({ connectionString: postgres.urlOf('site') })
  await client.connect()
  const { rows } = await client.query(query).finally(() => client.end())
  return rows
}

async function startMailServer(): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      buffer(stream).then((bytes) => {
        taken.push(bytes.toString())
        done()
      }, done)
    },
  })
  // Of whoever was killed in the middle of a mail.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
