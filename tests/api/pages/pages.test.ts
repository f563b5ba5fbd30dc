import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { parseItem } from '#contracts/item/parse-item.ts'
import { createJpeg, createSparePart, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { formBody, jsonBody, sendRawGet, sendRawRequest } from '../../support/http-client.ts'
import { getStateUrl } from '../../support/page-state.ts'
import { PROJECT } from '../../support/project.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const METRICS_TOKEN = 'token-of-at-least-16-characters'

const { site, staff } = startSiteOnce('owner', { METRICS_TOKEN }, { pages: true })
let machine: { id: string; slug: string }

beforeEach(async () => {
  machine = await (await staff('/api/products', formBody('POST', MACHINE_FIELDS))).json()
})

const getHtml = async (path: string, init?: RequestInit) => (await site.fetch(path, init)).text()

/** Sends a Host header that `fetch` does not allow. */
const getAsHost = async (host: string, path: string): Promise<string> =>
  (await sendRawRequest(site, { path, headers: { host } })).text

test.each(['/', '/products', '/products?tab=spares'])(
  '[RT-1] %s is a page with cache headers and an ETag that returns 304',
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

test.each([
  ['/Products', '/products'],
  ['/PRODUCTS?tab=spares', '/products?tab=spares'],
  ['/Finder', '/finder'],
  ['/Admin/dashboard', '/admin/dashboard'],
  ['/ADMIN', '/admin'],
])('%s, which differs only in case, redirects to %s', async (path, target) => {
  const reply = await site.fetch(path)
  expect([reply.status, reply.headers.get('location')]).toEqual([301, target])
})

test('The path of an item in capital letters redirects to that in lower case; that of no item returns 404', async () => {
  const reply = await site.fetch(`/Product/${machine.slug.toUpperCase()}`)
  expect([reply.status, reply.headers.get('location')]).toEqual([301, `/product/${machine.slug}`])
  const other = await site.fetch(`/Product/${machine.slug}`)
  expect([other.status, other.headers.get('location')]).toEqual([301, `/product/${machine.slug}`])
  for (const path of ['/product/%C3%A9', '/product/Nothing', '/Product/nothing', '/Nothing'])
    expect((await site.fetch(path)).status, path).toBe(404)
})

test('[FEAT-5] The card of a spare part has its code beside the name and its first three specifications, and counts the others', async () => {
  const specifications = JSON.stringify({
    Range: '25 mm',
    'Run-out': '0.01 mm',
    Hardness: '58 HRC',
    Coating: 'TiN',
  })
  await createSparePart(staff, { name: 'Collet Zeta', code: 'ZZ-77', specifications })
  const html = await getHtml('/products?tab=spares&search=zeta')
  const card = /<article class="card.*?<\/article>/s.exec(html)![0]
  expect(/<div class="card-head">.*?<\/div>/s.exec(card)![0]).toContain('ZZ-77')
  expect([...card.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, label]) => label)).toEqual([
    'Range',
    'Run-out',
    'Hardness',
  ])
  expect(card).toContain('+1 more specifications')
})

test("[DET-8] 'In Stock' and '2 Year Warranty' are the default for items that state neither; a setting hides them", async () => {
  const stated = await createSparePart(staff, {
    name: 'Stated',
    availability: 'made-to-order',
    warrantyMonths: '6',
  })
  expect(await getHtml(`/product/${machine.id}`)).toMatch(/In Stock.*2 Year Warranty/s)
  const { content, revision } = await (await staff('/api/site-content/edited')).json()
  content.prices.unstatedTerms = 'hidden'
  await staff('/api/site-content', jsonBody('PUT', { content, revision }))
  expect(await getHtml(`/product/${machine.id}`)).not.toMatch(/>In Stock|> In Stock|2 Year Warranty/)
  expect(await getHtml(`/product/${stated.id}`)).toMatch(/Made to Order.*6 Month Warranty/s)
  content.prices.unstatedTerms = 'shown'
  await staff('/api/site-content', jsonBody('PUT', { content, revision: revision + 1 }))
})

test('[DET-3] Pictures without a caption have the labels of the views on every kind of item, if there are several', async () => {
  const pictures = [await createJpeg(1), await createJpeg(2)]
  const part = await createSparePart(staff, {}, pictures)
  const html = await getHtml(`/product/${part.id}`)
  for (const view of ['Front View', 'Side View']) expect(html).toContain(`>${view}<`)
  const single = await createSparePart(staff, { name: 'Single' }, pictures.slice(1))
  expect(await getHtml(`/product/${single.id}`)).not.toContain('Front View')
})

test('[RT-2] A URL without a page returns 404 with no-store', async () => {
  for (const path of ['/nowhere', '/product/none', '/admin/nowhere', '/products/none']) {
    const reply = await site.fetch(path)
    expect(reply.status, path).toBe(404)
    expect(reply.headers.get('cache-control'), path).toBe('no-store')
  }
  const api = await site.fetch('/api/nowhere')
  expect(api.status).toBe(404)
  expect(await api.json()).toMatchObject({ message: 'There is nothing at this address.' })
})

test('After a change of an item, the next response of every page with the item shows the change', async () => {
  const pages = ['/', '/products', `/product/${machine.id}`, `/product/${machine.slug}`]
  await Promise.all(pages.map((page) => getHtml(page)))
  await staff(`/api/products/${machine.id}`, jsonBody('PUT', { featured: true }))
  expect(await getHtml('/')).toContain(machine.id)
  const renamed = formBody('PUT', { ...MACHINE_FIELDS, name: 'Renamed lathe', featured: 'true' })
  await staff(`/api/products/${machine.id}`, renamed)
  for (const page of pages)
    expect(await getHtml(page, { redirect: 'follow' }), page).toContain('Renamed lathe')
})

test('Twenty concurrent requests for an uncached page cause one rendering', async () => {
  const query = vi.spyOn(Object.getPrototypeOf(site.db.getExecutor()), 'executeQuery')
  await getHtml('/products?sort=price')
  const once = query.mock.calls.length
  expect(once).toBeGreaterThan(0)
  await staff(`/api/products/${machine.id}`, jsonBody('PUT', { featured: true }))
  query.mockClear()
  const pages = await Promise.all(Array.from({ length: 20 }, () => getHtml('/products?sort=price')))
  expect(query.mock.calls.length).toBe(once)
  expect(new Set(pages).size).toBe(1)
  query.mockRestore()
})

test('Unknown and empty parameters do not cause another rendering of a page', async () => {
  const first = await getHtml('/products')
  const before = await countRenderings()
  expect(await getHtml('/products?utm_source=x&sort=&__proto__=1')).toBe(first)
  expect(await countRenderings()).toBe(before)
  await getHtml('/products?sort=price&search=gear')
  expect(await countRenderings()).toBeGreaterThan(before)
})

/** The number of responses that were not in the response cache. */
async function countRenderings(): Promise<number> {
  const reply = await site.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(
    /capstan_cache_lookups_total\{cache="responses",result="miss"\} (\d+)/.exec(await reply.text())?.[1],
  )
}

/** Returns the data of the state of a page, by query key. */
async function getInitialData(page: string): Promise<Map<string, unknown>> {
  const state = await (await site.fetch(getStateUrl(await getHtml(page)))).json()
  const { queries } = state.queries as { queries: { queryKey: string[]; state: { data: unknown } }[] }
  return new Map(queries.map(({ queryKey, state }) => [queryKey.join(' '), state.data]))
}
const getJson = async (path: string) => (await site.fetch(path)).json()

test("The data in a page equal the API's responses, with URLs of the host that the page was requested from", async () => {
  const picture = await createJpeg()
  await staff(
    `/api/products/${machine.id}`,
    formBody('PUT', { ...MACHINE_FIELDS, featured: 'true' }, [picture]),
  )
  const path = `/api/products/${machine.id}`
  const item = await getJson(path)
  expect(item.images[0]).toMatch(`${site.url}/media/`)
  const landing = await getInitialData('/')
  expect(landing.get('/api/site-content')).toEqual(await getJson('/api/site-content'))
  expect(landing.get('/api/reviews')).toEqual(await getJson('/api/reviews'))
  const featured = await getJson('/api/products/featured')
  expect(landing.get('/api/products/featured')).toEqual(
    featured.map((machine: unknown) => parseItem('machine', machine)),
  )
  const details = await getInitialData(`/product/${item.slug}`)
  expect(details.get(`/product ${item.slug}`)).toEqual(parseItem('machine', item))
  expect(details.get(`/api/related ${item.slug}`)).toEqual(await getJson(`/api/related/${item.slug}`))
  const byAnother = await getAsHost('other.example', '/')
  expect(byAnother).toContain(`http://other.example${new URL(item.images[0]).pathname}`)
  for (const text of [byAnother, await getHtml('/')]) expect(text).not.toContain('.invalid')
  expect(byAnother).not.toContain(site.url)
  expect(await getHtml('/')).not.toContain('other.example')
})

test('The state of a page has a URL with its version; after a change, that of an earlier version redirects to the present one', async () => {
  const path = '/?item=none'
  const url = getStateUrl(await getHtml(path))
  expect(url).toMatch(/^\/page-state\/\?item=none&v=[\w-]{12}$/)
  const reply = await site.fetch(url)
  expect([reply.status, reply.headers.get('cache-control'), reply.headers.get('x-robots-tag')]).toEqual([
    200,
    'private, max-age=86400, immutable',
    'noindex',
  ])
  expect(getStateUrl(await getHtml(path))).toBe(url)
  await staff(`/api/products/${machine.id}`, jsonBody('PUT', { featured: true }))
  const present = getStateUrl(await getHtml(path))
  expect(present).not.toBe(url)
  const earlier = await site.fetch(url)
  expect([earlier.status, earlier.headers.get('location'), earlier.headers.get('cache-control')]).toEqual([
    307,
    present,
    'no-store',
  ])
  expect(await (await site.fetch(present)).text()).toContain(machine.id)
})

test('The state of an unknown page is not stored, and paths without a page have none', async () => {
  const unknown = await site.fetch(getStateUrl(await getHtml('/nowhere')))
  expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([200, 'no-store'])
  for (const path of ['/api/products', '/assets/x.js', '/page-state/products'])
    expect((await site.fetch(`/page-state${path}?v=x`)).status, path).toBe(404)
})

test('Pictures of the site have the headers of documents, because they can be opened by themselves; styles have not', async () => {
  const html = await getHtml('/')
  const [style = ''] = /\/assets\/style-[\w-]+\.css/.exec(html) ?? []
  const picture = readdirSync(join(PROJECT, 'dist/site/assets')).find((name) => name.endsWith('.svg'))
  for (const encoding of ['br', 'identity']) {
    const get = (path: string) => site.fetch(path, { headers: { 'accept-encoding': encoding } })
    const { headers } = await get(style)
    const names = ['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy']
    expect(names.filter((name) => headers.has(name))).toEqual([])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await get(`/assets/${picture}`)).headers.get('content-security-policy')).toContain(
      "script-src 'self'",
    )
  }
})

test('After a change, the next pages of every host name show it, also if they are rendered while it is saved', async () => {
  const names = ['one.example', 'two.example', 'three.example']
  const path = `/product/${machine.id}`
  for (const name of names) expect(await getAsHost(name, path)).toContain(MACHINE_FIELDS.name)
  for (const name of ['First Lathe', 'Second Lathe']) {
    const renaming = staff(`/api/products/${machine.id}`, formBody('PUT', { ...MACHINE_FIELDS, name }))
    const during = names.map((host) => getAsHost(host, path))
    await renaming
    for (const host of [...names, 'four.example']) expect(await getAsHost(host, path), host).toContain(name)
    await Promise.all(during)
    for (const host of names) expect(await getAsHost(host, path), host).toContain(name)
  }
})

test('A page has status 400 or 404 where the API has it', async () => {
  const long = 'x'.repeat(300)
  const [page, api] = [await site.fetch(`/product/${long}`), await site.fetch(`/api/products/${long}`)]
  expect([page.status, api.status]).toEqual([400, 400])
  const own = await Promise.all(['/product/none', '/api/products/none'].map((path) => site.fetch(path)))
  expect(own.map(({ status }) => status)).toEqual([404, 404])
})

test('A page rendered for one host is not served to another', async () => {
  await getAsHost('evil.example', '/products')
  expect(await getHtml('/products')).not.toContain('evil.example')
  expect(await getAsHost('localhost', '//evil.example/products')).not.toContain('evil.example/media')
})

test('A URL with a trailing slash redirects to the one without, on the same host', async () => {
  const reply = await site.fetch('/products/?sort=price&x=1')
  expect(reply.status).toBe(308)
  expect(reply.headers.get('location')).toBe('/products?sort=price')
  expect(await getAsHost('localhost', '//evil.example//')).not.toContain('evil.example/media')
})

test('[CAT-12] While the database fails, pages return 503 with an error message, and afterwards 200 again', async () => {
  // In no cache.
  const path = '/products?search=nothing-cached'
  const executor = Object.getPrototypeOf(site.db.getExecutor())
  const broken = vi.spyOn(executor, 'executeQuery').mockRejectedValue(new Error('disk I/O error'))
  const reply = await site.fetch(path)
  broken.mockRestore()
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('10')
  const text = await reply.text()
  expect(text).toContain('Oops! Something went wrong')
  expect(text).not.toContain('disk I/O error')
  expect((await site.fetch(path)).status).toBe(200)
})

test('Every response of a page has the same compressed bytes and the same ETag', async () => {
  const get = async () => {
    const headers = ['Host: shop.example', 'Accept-Encoding: br']
    const { text, header } = await sendRawGet(site, '/products?sort=featured', headers)
    return [text, header('etag')]
  }
  const first = await get()
  expect(brotliDecompressSync(Buffer.from(first[0]!, 'latin1')).toString()).toContain('</html>')
  expect(first[1]).toBeTruthy()
  for (let times = 0; times < 3; times++) expect(await get()).toEqual(first)
})
