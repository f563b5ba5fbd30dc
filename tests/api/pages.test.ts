import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formBody, jsonBody, MACHINE_FIELDS, startSite, type TestSite } from '../support/site.ts'

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

const html = async (path: string, init?: RequestInit) => (await site.fetch(path, init)).text()

/** What fetch would not send: a Host header of one's own. */
function asHost(host: string, path: string): Promise<string> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path, headers: { host } }, async (reply) => {
      let text = ''
      for await (const part of reply) text += part
      resolve(text)
    })
    sent.on('error', reject)
    sent.end()
  })
}

test.each(['/', '/products', '/products?tab=spares'])(
  '[RT-1] %s is a page that may be kept and asked for again',
  async (path) => {
    const reply = await site.fetch(path)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(reply.headers.get('cache-control')).toContain('max-age=0')
    expect(reply.headers.get('vary')).toContain('Accept-Encoding')
    const again = await site.fetch(path, { headers: { 'if-none-match': `W/${reply.headers.get('etag')}` } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  },
)

test('[RT-2] what is no page has status 404 and is not kept', async () => {
  for (const path of ['/nowhere', '/product/none', '/admin/nowhere', '/products/none']) {
    const reply = await site.fetch(path)
    expect(reply.status, path).toBe(404)
    expect(reply.headers.get('cache-control'), path).toBe('no-store')
  }
  const api = await site.fetch('/api/nowhere')
  expect(api.status).toBe(404)
  expect(await api.json()).toMatchObject({ message: 'There is nothing at this address.' })
})

test.each(['br', 'gzip', 'identity'])('a page reads the same as %s', async (encoding) => {
  const plain = await html('/products', { headers: { 'accept-encoding': 'identity' } })
  const reply = await site.fetch('/products', { headers: { 'accept-encoding': encoding } })
  expect(reply.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  expect(await reply.text()).toBe(plain)
})

test('every change of the catalogue shows at once on every page that showed it', async () => {
  const pages = ['/', '/products', `/product/${machine.id}`, `/product/${machine.slug}`]
  await Promise.all(pages.map((page) => html(page)))
  await staff(`/api/products/${machine.id}`, jsonBody('PUT', { featured: true }))
  expect(await html('/')).toContain(machine.id)
  const renamed = formBody('PUT', { ...MACHINE_FIELDS, name: 'Renamed lathe', featured: 'true' })
  await staff(`/api/products/${machine.id}`, renamed)
  for (const page of pages) expect(await html(page, { redirect: 'follow' }), page).toContain('Renamed lathe')
})

test('many asking at once are answered by one rendering', async () => {
  const inject = vi.spyOn(site.app, 'inject')
  const before = inject.mock.calls.length
  await Promise.all(Array.from({ length: 20 }, () => html('/products?sort=price')))
  // Three lists and the site content, once.
  expect(inject.mock.calls.length - before).toBe(4)
  inject.mockRestore()
})

test('parameters that mean nothing to a page do not make another one', async () => {
  const inject = vi.spyOn(site.app, 'inject')
  const first = await html('/products')
  inject.mockClear()
  expect(await html('/products?utm_source=x&sort=&__proto__=1')).toBe(first)
  expect(inject).not.toHaveBeenCalled()
  inject.mockRestore()
})

test('a page made for one host is not shown to another', async () => {
  await asHost('evil.example', '/products')
  expect(await html('/products')).not.toContain('evil.example')
  expect(await asHost('localhost', '//evil.example/products')).not.toContain('evil.example/media')
})

test('an address with a slash at its end leads to the one without, on this site', async () => {
  const reply = await site.fetch('/products/?sort=price&x=1')
  expect(reply.status).toBe(308)
  expect(reply.headers.get('location')).toBe('/products?sort=price')
  expect(await asHost('localhost', '//evil.example//')).not.toContain('evil.example/media')
})

test('what an item says can neither close the state nor the page', async () => {
  const name = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  const item = await (
    await staff('/api/products', formBody('POST', { ...MACHINE_FIELDS, name, description: name }))
  ).json()
  for (const page of [`/product/${item.id}`, '/products']) {
    const text = await html(page)
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img src=x')
  }
})

test('HEAD answers like GET, without the page', async () => {
  const head = await site.fetch('/products', { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.headers.get('etag')).toBeTruthy()
  expect(await head.text()).toBe('')
})

test("[CAT-12] when the store fails, pages say so with status 503 and 'try again later', and heal by themselves", async () => {
  const own = await startSite({}, { pages: true })
  const executor = Object.getPrototypeOf(own.db.getExecutor())
  const broken = vi.spyOn(executor, 'executeQuery').mockRejectedValue(new Error('disk I/O error'))
  const reply = await own.fetch('/products')
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('10')
  const text = await reply.text()
  expect(text).toContain('Oops! Something went wrong')
  expect(text).not.toContain('disk I/O error')
  broken.mockRestore()
  expect((await own.fetch('/products')).status).toBe(200)
  await own.close()
})
