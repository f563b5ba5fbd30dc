import { beforeEach, expect, test, vi } from 'vitest'
import { MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { formBody, jsonBody } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })
let machine: { id: string; slug: string }

beforeEach(async () => {
  machine = await (await staff('/api/products', formBody('POST', MACHINE_FIELDS))).json()
})

const CACHED_PATHS = [
  ...['/api/products', '/api/products?limit=24', '/api/products/featured', '/api/site-content'],
  ...['/api/reviews', '/api/facets?kind=machine&search=', '/api/suggestions?search=lathe'],
]
const getText = async (path: string, headers: Record<string, string> = {}) =>
  (await site.fetch(path, { headers })).text()

test.each(CACHED_PATHS)('[API-2] %s has an ETag and returns 304 until content changes', async (path) => {
  for (const time of ['computed', 'cached', 'indexed']) {
    const reply = await site.fetch(path)
    expect(reply.status, time).toBe(200)
    expect(reply.headers.get('cache-control'), time).toBe('no-cache')
    const etag = reply.headers.get('etag') ?? ''
    const unchanged = await site.fetch(path, { headers: { 'if-none-match': etag } })
    expect(unchanged.status, time).toBe(304)
    expect(unchanged.headers.get('etag'), time).toBe(etag)
    expect(await unchanged.text(), time).toBe('')
  }
})

test.each([...CACHED_PATHS, '/', '/products'])(
  '%s returns 304 for another spelling of the same Accept-Encoding',
  async (path) => {
    const request = (encoding: string, etag = '') =>
      site.fetch(path, { headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
    const first = await request('br')
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    // The response is cached, but not indexed for these headers.
    for (const encoding of ['br, gzip', 'gzip, br', 'deflate, br']) {
      const reply = await request(encoding, etag)
      expect(reply.status, encoding).toBe(304)
      expect(await reply.text()).toBe('')
    }
  },
)

test('The next response shows a change by staff, however often the previous one was served', async () => {
  const path = `/api/products/${machine.id}`
  const before = await site.fetch(path)
  for (let times = 0; times < 3; times++) expect(await getText(path)).toContain('"featured":false')
  await staff(path, jsonBody('PUT', { featured: true }))
  const etag = before.headers.get('etag') ?? ''
  const after = await site.fetch(path, { headers: { 'if-none-match': etag } })
  expect(after.status).toBe(200)
  expect(await after.json()).toMatchObject({ featured: true })
})

test.each(
  ['/products', '/api/products'].flatMap((path) =>
    ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0'].map((encoding) => [path, encoding] as const),
  ),
)(
  '%s has the same text with Accept-Encoding %s when computed, cached and indexed',
  async (path, encoding) => {
    const plain = await getText(path)
    for (const time of ['computed', 'cached', 'indexed']) {
      const reply = await site.fetch(path, { headers: { 'accept-encoding': encoding } })
      const expected = ['br', 'gzip'].includes(encoding) ? encoding : null
      expect(reply.headers.get('content-encoding'), time).toBe(expected)
      expect(await reply.text(), time).toBe(plain)
    }
  },
)

test('A list has its X-Total-Count and security headers when computed, cached and indexed', async () => {
  for (const time of ['computed', 'cached', 'indexed']) {
    const reply = await site.fetch('/api/products?limit=1&search=CL')
    expect(Number(reply.headers.get('x-total-count')), time).toBeGreaterThan(0)
    expect(reply.headers.get('content-type'), time).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('x-content-type-options'), time).toBe('nosniff')
  }
})

test('A result that was read before a change is returned to the waiting request and not cached', async () => {
  const path = `/api/products?ids=${machine.id}`
  const executor = Object.getPrototypeOf(site.db.getExecutor())
  const original = executor.executeQuery
  let isBlocked = false
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const query = vi.spyOn(executor, 'executeQuery').mockImplementation(async function (
    this: unknown,
    ...args
  ) {
    const rows = await original.apply(this, args)
    const isList = !isBlocked && JSON.stringify(args).includes('"description"')
    if (isList) {
      isBlocked = true
      await released
    }
    return rows
  })
  const early = getText(path)
  await vi.waitUntil(() => isBlocked)
  await staff(`/api/products/${machine.id}`, jsonBody('PUT', { featured: true }))
  release()
  query.mockRestore()
  expect(await early).not.toContain('"featured":true')
  expect(await getText(path)).toContain('"featured":true')
  expect(await getText(path)).toContain('"featured":true')
})

test('A draft is returned to staff only, also when both request it at the same time', async () => {
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

test('A 404 is not cached: an item that is created later is found', async () => {
  const name = 'Late Lathe'
  const path = '/api/products/late-lathe'
  for (let times = 0; times < 2; times++) expect((await site.fetch(path)).status).toBe(404)
  await staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, name }))
  expect((await site.fetch(path)).status).toBe(200)
})

test('Every response has a request id of its own, also from the cache and with status 304', async () => {
  const ids = new Set<string | null>()
  let etag = ''
  for (let times = 0; times < 6; times++) {
    const { headers } = await site.fetch('/products', times < 4 ? {} : { headers: { 'if-none-match': etag } })
    etag = headers.get('etag') ?? ''
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-z]{16}$/)
    ids.add(headers.get('x-request-id'))
  }
  expect(ids.size).toBe(6)
})

test('Behind a proxy, a cached response has the request id that the proxy sent', async () => {
  const proxied = await startSite({ TRUST_PROXY: '1', PUBLIC_URL: 'https://works.example' })
  for (const id of ['0123456789abcdef', 'fedcba9876543210', '0f0f0f0f0f0f0f0f']) {
    const { headers } = await proxied.fetch('/api/products', { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).toBe(id)
  }
  await proxied.close()
})
