import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formBody, jsonBody } from '../support/http-client.ts'
import { MACHINE_FIELDS } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let staff: Awaited<ReturnType<TestSite['signIn']>>
let machine: { id: string; slug: string }

beforeAll(async () => {
  site = await startSite({}, { pages: true })
  staff = await site.signIn()
})
afterAll(() => site.close())
beforeEach(async () => {
  machine = await (await staff('/api/products', formBody('POST', MACHINE_FIELDS))).json()
})

const CACHED_PATHS = [
  '/api/products',
  '/api/products?limit=24',
  '/api/products/featured',
  '/api/site-content',
  '/api/reviews',
  '/api/facets?kind=machine&search=',
  '/api/suggestions?search=lathe',
]
const getText = async (path: string, headers: Record<string, string> = {}) =>
  (await site.fetch(path, { headers })).text()

test.each(CACHED_PATHS)(
  '[API-2] %s carries an ETag and answers 304 while nothing has changed',
  async (path) => {
    for (const time of ['made', 'kept', 'replayed']) {
      const reply = await site.fetch(path)
      expect(reply.status, time).toBe(200)
      expect(reply.headers.get('cache-control'), time).toBe('no-cache')
      const etag = reply.headers.get('etag') ?? ''
      const unchanged = await site.fetch(path, { headers: { 'if-none-match': etag } })
      expect(unchanged.status, time).toBe(304)
      expect(unchanged.headers.get('etag'), time).toBe(etag)
      expect(await unchanged.text(), time).toBe('')
    }
  },
)

test.each([...CACHED_PATHS, '/', '/products'])(
  '%s is 304 also for who asks in other words than those before',
  async (path) => {
    const ask = (encoding: string, etag = '') =>
      site.fetch(path, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
    const first = await ask('br')
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    // Another header of the same meaning: kept, but never replayed.
    for (const encoding of ['br, gzip', 'gzip, br', 'deflate, br']) {
      const reply = await ask(encoding, etag)
      expect(reply.status, encoding).toBe(304)
      expect(await reply.text()).toBe('')
    }
  },
)

test('what staff changed shows in the next answer, however often the old one was sent', async () => {
  const path = `/api/products/${machine.id}`
  const before = await site.fetch(path)
  for (let times = 0; times < 3; times++) expect(await getText(path)).toContain('"featured":false')
  await staff(path, jsonBody('PUT', { featured: true }))
  const etag = before.headers.get('etag') ?? ''
  const after = await site.fetch(path, { headers: { 'if-none-match': etag } })
  expect(after.status).toBe(200)
  expect(await after.json()).toMatchObject({ featured: true })
})

test.each(['br', 'gzip', 'identity'])(
  'a list reads the same as %s, made, kept and replayed',
  async (encoding) => {
    const plain = await getText('/api/products')
    for (const time of ['made', 'kept', 'replayed']) {
      const reply = await site.fetch('/api/products', { headers: { 'accept-encoding': encoding } })
      expect(reply.headers.get('content-encoding'), time).toBe(encoding === 'identity' ? null : encoding)
      expect(await reply.text(), time).toBe(plain)
    }
  },
)

test('what a list says of itself is said every time', async () => {
  for (const time of ['made', 'kept', 'replayed']) {
    const reply = await site.fetch('/api/products?limit=1&search=CL')
    expect(Number(reply.headers.get('x-total-count')), time).toBeGreaterThan(0)
    expect(reply.headers.get('content-type'), time).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('x-content-type-options'), time).toBe('nosniff')
  }
})

test('many asking at once are answered by one making', async () => {
  const query = vi.spyOn(Object.getPrototypeOf(site.db.getExecutor()), 'executeQuery')
  await getText('/api/products?limit=2&sort=price')
  const once = query.mock.calls.length
  await staff(`/api/products/${machine.id}`, jsonBody('PUT', { featured: true }))
  query.mockClear()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => getText('/api/products?limit=2&sort=price')),
  )
  expect(query.mock.calls.length).toBe(once)
  expect(new Set(answers).size).toBe(1)
  query.mockRestore()
})

test('an answer that a change overtook is sent to who waits for it, and kept for nobody', async () => {
  const path = `/api/products?ids=${machine.id}`
  const executor = Object.getPrototypeOf(site.db.getExecutor())
  const original = executor.executeQuery
  let isHeld = false
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const query = vi.spyOn(executor, 'executeQuery').mockImplementation(async function (
    this: unknown,
    ...args
  ) {
    const rows = await original.apply(this, args)
    const isList = !isHeld && JSON.stringify(args).includes('"name_sort"')
    if (isList) {
      isHeld = true
      await released
    }
    return rows
  })
  const early = getText(path)
  await vi.waitUntil(() => isHeld)
  await staff(`/api/products/${machine.id}`, jsonBody('PUT', { featured: true }))
  release()
  query.mockRestore()
  expect(await early).not.toContain('"featured":true')
  expect(await getText(path)).toContain('"featured":true')
  expect(await getText(path)).toContain('"featured":true')
})

test('an answer for one host is not sent to another', async () => {
  const reply = (host: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(site.url)
      const sent = rawRequest({ hostname, port, path: '/products', headers: { host } }, async (incoming) => {
        let body = ''
        for await (const part of incoming) body += part
        resolve(body)
      })
      sent.on('error', reject)
      sent.end()
    })
  for (let times = 0; times < 2; times++) expect(await reply('localhost')).not.toContain('other.example')
  expect(await reply('other.example')).toContain('other.example')
  expect(await reply('localhost')).not.toContain('other.example')
})

test('what only staff may see is never kept for others', async () => {
  const draft = await (
    await staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, name: 'Hidden lathe', draft: 'true' }))
  ).json()
  const path = `/api/products/${draft.id}`
  for (let times = 0; times < 3; times++) {
    expect((await staff(path)).status).toBe(200)
    expect((await site.fetch(path)).status).toBe(404)
  }
  const both = await Promise.all([staff(path), site.fetch(path), staff(path), site.fetch(path)])
  expect(both.map(({ status }) => status)).toEqual([200, 404, 200, 404])
})

test('what is marked as a call for a preview is neither kept nor answered from what is', async () => {
  const kept = await site.fetch('/api/site-content')
  expect(kept.headers.get('etag')).toBeTruthy()
  for (let times = 0; times < 2; times++) {
    const marked = await site.fetch('/api/site-content', { headers: { 'x-capstan-preview': 'yes' } })
    expect(marked.headers.get('cache-control')).toBe('no-store')
    expect(marked.headers.get('etag')).toBeNull()
  }
})

test('a refusal is not kept: what appears later is found', async () => {
  const name = 'Late Lathe'
  const path = '/api/products/late-lathe'
  for (let times = 0; times < 2; times++) expect((await site.fetch(path)).status).toBe(404)
  await staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, name }))
  expect((await site.fetch(path)).status).toBe(200)
})
