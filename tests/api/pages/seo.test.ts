import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import { createJpeg, createMachine, createService, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor', {}, { pages: true })
let machine: Json
let service: Json
beforeAll(async () => {
  machine = await createMachine(
    staff,
    { name: 'CL 25 Capstan Lathe', price: '1500000', brand: 'Kovai', featured: 'true' },
    [await createJpeg(1, 1200, 1600)],
  )
  service = await createService(staff, { name: 'Operator Training' })
  await createSparePart(staff, {
    name: 'Collet Set',
    category: 'Collets',
    specifications: JSON.stringify({ 'Part number': 'KMT-1', Fits: 'CL 25' }),
  })
})

const getHtml = async (path: string) => {
  const reply = await site.fetch(path)
  expect(reply.status, path).toBe(200)
  return reply.text()
}
const getCanonicalUrl = (page: string) => /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1]
const getMetaProperty = (page: string, name: string) =>
  new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(page)?.[1]
const parseStructuredData = (page: string): Json[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((match) =>
    JSON.parse(match[1]!),
  )
const findStructuredData = (page: string, type: string): Json =>
  parseStructuredData(page).find((entry) => [entry['@type']].flat().includes(type))

describe('Canonical URLs', () => {
  test("An item's page is served under its id and its slug, and the slug is canonical", async () => {
    const address = `${site.url}/product/cl-25-capstan-lathe`
    for (const key of [machine.id, machine.slug]) {
      const page = await getHtml(`/product/${key}`)
      expect(getCanonicalUrl(page)).toBe(address)
      expect(getMetaProperty(page, 'og:url')).toBe(address)
    }
  })

  test("An item's old slug redirects to the new one with status 301", async () => {
    const item = await createMachine(staff, { name: 'Old Lathe' })
    await expectOk(staff(`/api/products/${item.id}`, formBody('PUT', { name: 'New Lathe' })))
    const reply = await site.fetch('/product/old-lathe')
    expect(reply.status).toBe(301)
    expect(reply.headers.get('location')).toBe('/product/new-lathe')
    expect((await site.fetch('/product/new-lathe')).status).toBe(200)
  })

  test.each([
    ['/', '/'],
    ['/products', '/products'],
    ['/products?tab=spares&search=collet&sort=price&view=list', '/products?tab=spares'],
    ['/products?featured=true', '/products'],
  ])('The canonical URL of %s is %s', async (path, known) => {
    const page = await getHtml(path)
    expect(getCanonicalUrl(page)).toBe(site.url + known)
    expect(page.match(/<title>/g)).toHaveLength(1)
    expect(page.match(/<meta name="description"/g)).toHaveLength(1)
  })

  test('A page with status 404 has no canonical URL', async () => {
    const page = await (await site.fetch('/product/nothing')).text()
    expect(getCanonicalUrl(page)).toBeUndefined()
    expect(parseStructuredData(page)).toEqual([])
    expect(page).toContain('<meta name="robots" content="noindex"/>')
  })
})

describe('Link previews', () => {
  test("An item's page has a social picture, a JPEG of 1200 × 630 px", async () => {
    const page = await getHtml(`/product/${machine.slug}`)
    expect(getMetaProperty(page, 'og:title')).toBe('CL 25 Capstan Lathe: Kovai Machine Tools')
    expect(getMetaProperty(page, 'og:type')).toBe('product')
    const address = getMetaProperty(page, 'og:image')!
    expect(address).toMatch(new RegExp(`^${site.url}/media/[0-9a-f]{32}/social\\.jpg$`))
    const reply = await site.fetch(address)
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    const { format, width, height } = await sharp(await reply.arrayBuffer()).metadata()
    expect([format, width, height]).toEqual(['jpeg', 1200, 630])
    expect((await site.fetch(address)).status, 'the second time').toBe(200)
  })

  test('The social picture of an unknown media id returns 404', async () => {
    await expectProblem(site.fetch(`/media/${'0'.repeat(32)}/social.jpg`), 404)
    await expectProblem(site.fetch(`/media/${'0'.repeat(32)}/other.jpg`), 404)
  })
})

describe('Structured data', () => {
  test('The home page has structured data of the company and the site, with hours and address', async () => {
    const page = await getHtml('/')
    const firm = findStructuredData(page, 'Organization')
    const { company } = DEFAULT_SITE_CONTENT
    expect(firm).toMatchObject({ '@context': 'https://schema.org', name: company.name, url: `${site.url}/` })
    expect(firm.address).toMatchObject({ '@type': 'PostalAddress', addressLocality: 'Coimbatore' })
    expect(firm.openingHoursSpecification).toMatchObject([
      { dayOfWeek: expect.arrayContaining(['Monday', 'Saturday']), opens: '09:00', closes: '20:00' },
      { dayOfWeek: ['Sunday'], opens: '10:00', closes: '18:00' },
    ])
    expect(findStructuredData(page, 'WebSite').potentialAction.target.urlTemplate).toBe(
      `${site.url}/products?tab=any&search={term}`,
    )
    expect(findStructuredData(page, 'ItemList').itemListElement[0]).toMatchObject({
      position: 1,
      url: `${site.url}/product/cl-25-capstan-lathe`,
    })
  })

  test("A machine's page has structured data of a product with offer, brand and specifications", async () => {
    const page = await getHtml(`/product/${machine.slug}`)
    expect(findStructuredData(page, 'Product')).toMatchObject({
      name: 'CL 25 Capstan Lathe',
      brand: { name: 'Kovai' },
      image: [expect.stringMatching(/^http.*webp$/)],
      offers: { '@type': 'Offer', price: 1_500_000, priceCurrency: 'INR' },
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Bar capacity', value: '25 mm' },
        { '@type': 'PropertyValue', name: 'Swing over bed', value: '320 mm' },
      ],
    })
    expect(findStructuredData(page, 'BreadcrumbList').itemListElement.map((step: Json) => step.item)).toEqual(
      [`${site.url}/`, `${site.url}/products`, `${site.url}/product/cl-25-capstan-lathe`],
    )
  })

  test("A spare part's structured data has its part number and, without a price, no offer", async () => {
    const product = findStructuredData(await getHtml('/product/collet-set'), 'Product')
    expect(product).toMatchObject({ sku: 'KMT-1', category: 'Collets' })
    expect(product.offers).toBeUndefined()
  })

  test("A service's page has structured data of a service", async () => {
    const page = await getHtml(`/product/${service.slug}`)
    expect(findStructuredData(page, 'Service')).toMatchObject({
      name: 'Operator Training',
      provider: { '@id': `${site.url}/#firm` },
    })
    expect(findStructuredData(page, 'Product')).toBeUndefined()
  })

  test('The catalogue page has structured data of the listed items', async () => {
    const list = findStructuredData(await getHtml('/products?tab=services'), 'ItemList')
    expect(list).toMatchObject({ name: 'Services', numberOfItems: 1 })
  })
})

describe('Crawlers', () => {
  test('robots.txt names the sitemap and excludes the admin', async () => {
    const reply = await site.fetch('/robots.txt')
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await reply.text()
    expect(text).toContain('Disallow: /admin')
    expect(text).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  })

  test('The sitemap contains every page with its pictures', async () => {
    const reply = await site.fetch('/sitemap.xml')
    expect(reply.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const text = await reply.text()
    const addresses = [...text.matchAll(/<url><loc>([^<]*)<\/loc>/g)].map((match) => match[1])
    expect(addresses).toContain(`${site.url}/`)
    expect(addresses).toContain(`${site.url}/product/cl-25-capstan-lathe`)
    expect(addresses).toContain(`${site.url}/product/operator-training`)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses) {
      expect((await site.fetch(address!.replaceAll('&amp;', '&'))).status, address).toBe(200)
    }
    expect(text).toMatch(/<image:loc>http[^<]*\.webp<\/image:loc>/)
    const repeated = await site.fetch('/sitemap.xml', {
      headers: { 'if-none-match': reply.headers.get('etag')! },
    })
    expect(repeated.status).toBe(304)
  })

  test('The sitemap is an index if the items exceed one sitemap', async () => {
    const big = await startSite()
    await sql`
      with recursive part(n) as (select 1 union all select n + 1 from part where n <= 1000)
      insert into item (id, kind, slug, name, name_sort, description, category, features_json, specifications_json,
        images_json, is_featured, is_demo, search_text, search_codes, revision, created_at, updated_at, state)
      select 'id' || n, 'spare', 'part-' || n, 'Part', 'part', 'd', 'x', '[]', '[]', '[]', 0, 0, 'part', '', 1, '2026', '2026', 'published'
      from part`.execute(big.db)
    const index = await (await big.fetch('/sitemap.xml')).text()
    const maps = [...index.matchAll(/<sitemap><loc>([^<]*)<\/loc>/g)].map((match) => match[1]!)
    expect(maps).toEqual([`${big.url}/sitemap-1.xml`, `${big.url}/sitemap-2.xml`])
    const counts = []
    for (const map of maps) counts.push((await (await big.fetch(map)).text()).match(/<url>/g)?.length)
    expect(counts).toEqual([1004, 1])
    await expectProblem(big.fetch('/sitemap-3.xml'), 404)
    await expectProblem(big.fetch('/sitemap-0.xml'), 404)
    await big.close()
  })
})
