import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'

/** Items per sitemap. The protocol allows 50,000 URLs. */
const MAX_ITEMS_PER_SITEMAP = 10_000
const CACHE_CONTROL = 'public, max-age=3600'

export interface SitemapDeps {
  countItems(): Promise<number>
  /** Returns entries of these pages in an order that later changes do not affect. */
  listItems(origin: string, page: { limit: number; offset: number }): Promise<SitemapEntry[]>
}

/** robots.txt and sitemaps. */
export async function sitemapRoutes(app: FastifyInstance, deps: SitemapDeps): Promise<void> {
  const route = createRouter(app)

  route('GET /robots.txt', { permission: 'public' }, ({ siteOrigin }, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', CACHE_CONTROL)
    return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${siteOrigin}/sitemap.xml\n`
  })

  route('GET /sitemap.xml', { permission: 'public' }, async ({ siteOrigin }, reply) => {
    const sitemapCount = Math.ceil((await deps.countItems()) / MAX_ITEMS_PER_SITEMAP)
    reply.type('application/xml; charset=utf-8').header('cache-control', CACHE_CONTROL)
    if (sitemapCount <= 1) {
      return writeSitemap([
        ...listStaticPages(siteOrigin),
        ...(await deps.listItems(siteOrigin, { limit: MAX_ITEMS_PER_SITEMAP, offset: 0 })),
      ])
    }
    return writeSitemapIndex(
      Array.from({ length: sitemapCount }, (_, index) => `${siteOrigin}/sitemap-${index + 1}.xml`),
    )
  })

  route(
    'GET /sitemap-:number(^\\d{1,4}$).xml',
    { permission: 'public' },
    async ({ params, siteOrigin }, reply) => {
      const number = Number(params.number)
      if (number < 1) throw notFound('Sitemap')
      const items = await deps.listItems(siteOrigin, {
        limit: MAX_ITEMS_PER_SITEMAP,
        offset: (number - 1) * MAX_ITEMS_PER_SITEMAP,
      })
      if (items.length === 0) throw notFound('Sitemap')
      reply.type('application/xml; charset=utf-8').header('cache-control', CACHE_CONTROL)
      return writeSitemap(number === 1 ? [...listStaticPages(siteOrigin), ...items] : items)
    },
  )
}

const listStaticPages = (origin: string): SitemapEntry[] =>
  ['/', '/products', '/products?tab=spares', '/products?tab=services'].map((path) => ({
    url: origin + path,
  }))

/** A page of the site for search engines. */
interface SitemapEntry {
  /** An absolute URL. */
  url: string
  /** UTC, ISO 8601. */
  lastModified?: string
  pictures?: string[]
}

/** Returns a sitemap (sitemaps.org/protocol) with the pictures of each page (Google's image extension). */
function writeSitemap(entries: SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, lastModified, pictures = [] }) =>
      `<url><loc>${escapeXml(url)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}${pictures
        .map((picture) => `<image:image><image:loc>${escapeXml(picture)}</image:loc></image:image>`)
        .join('')}</url>\n`,
  )
  return `${XML_HEADER}<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${urls.join('')}</urlset>\n`
}

/** Returns the index of several sitemaps. */
function writeSitemapIndex(urls: string[]): string {
  const maps = urls.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`)
  return `${XML_HEADER}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${maps.join('')}</sitemapindex>\n`
}

const XML_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
