import type { Api } from '#server/kernel/api.ts'
import { originOf } from '#server/kernel/http.ts'
import { notFound } from '#server/kernel/problem.ts'
import { type SitemapEntry, writeSitemap, writeSitemapIndex } from './sitemap.ts'

/** Items in one sitemap; the protocol allows 50,000 addresses. */
const ITEMS_PER_MAP = 10_000
const CACHING = 'public, max-age=3600'

export interface CrawlerParts {
  publicUrl: string | undefined
  /** How many items have a page. */
  countItems(): Promise<number>
  /** Their pages, in a lasting order. */
  listItems(origin: string, page: { limit: number; offset: number }): Promise<SitemapEntry[]>
}

/** What search engines ask for first. */
export async function crawlerRoutes(app: Api, parts: CrawlerParts): Promise<void> {
  const hide = { schema: { hide: true } }

  app.get('/robots.txt', hide, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', CACHING)
    return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${originOf(request, parts.publicUrl)}/sitemap.xml\n`
  })

  app.get('/sitemap.xml', hide, async (request, reply) => {
    const origin = originOf(request, parts.publicUrl)
    const maps = Math.ceil((await parts.countItems()) / ITEMS_PER_MAP)
    reply.type('application/xml; charset=utf-8').header('cache-control', CACHING)
    if (maps <= 1) {
      return writeSitemap([
        ...ownPages(origin),
        ...(await parts.listItems(origin, { limit: ITEMS_PER_MAP, offset: 0 })),
      ])
    }
    return writeSitemapIndex(Array.from({ length: maps }, (_, index) => `${origin}/sitemap-${index + 1}.xml`))
  })

  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^\\d{1,4}$).xml',
    hide,
    async (request, reply) => {
      const origin = originOf(request, parts.publicUrl)
      const number = Number(request.params.number)
      if (number < 1) throw notFound('Sitemap')
      const items = await parts.listItems(origin, {
        limit: ITEMS_PER_MAP,
        offset: (number - 1) * ITEMS_PER_MAP,
      })
      if (items.length === 0) throw notFound('Sitemap')
      reply.type('application/xml; charset=utf-8').header('cache-control', CACHING)
      return writeSitemap(number === 1 ? [...ownPages(origin), ...items] : items)
    },
  )
}

const ownPages = (origin: string): SitemapEntry[] =>
  ['/', '/products', '/products?tab=spares', '/products?tab=services'].map((path) => ({
    address: origin + path,
  }))
