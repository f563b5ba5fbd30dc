import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toLanguagePath } from '#contracts/language-path.ts'
import { DEFAULT_LANGUAGE, type Language, type TranslatedLanguage } from '#messages/language.ts'
import type { ResponseCache } from '#server/http-cache/response-cache.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createNetworkLimit } from '#server/kernel/http/rate-limit.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { escapeXml, XML_HEADER } from './xml.ts'

/** The protocol allows 50,000. */
const MAX_ITEMS_PER_SITEMAP = 1000
/** Sitemaps of one network that are written, so that a crawler gets those of two million items. */
const RATE_LIMIT = { max: 2000, timeWindow: '10 minutes' }
const CACHE_CONTROL = 'public, max-age=3600'
const CONTENT_TYPE = 'application/xml; charset=utf-8'

export interface SitemapDeps {
  responseCache: ResponseCache
  countItems(): Promise<number>
  /** Returns the paths of the pages and articles that staff have written. */
  listPublished(): Promise<SitemapPage[]>
  /** Returns these pages in an order that later changes do not affect. */
  listItems(origin: string, page: { limit: number; offset: number }): Promise<SitemapPage[]>
  /** Returns the languages into which the content of every page is translated. */
  listSiteLanguages(): Promise<TranslatedLanguage[]>
}

/** robots.txt and sitemaps. */
export async function sitemapRoutes(app: FastifyInstance, deps: SitemapDeps): Promise<void> {
  const route = createRouter(app)
  const countForNetwork = createNetworkLimit(app, RATE_LIMIT)

  route('GET /robots.txt', { permission: 'public' }, ({ siteOrigin }, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', CACHE_CONTROL)
    return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${siteOrigin}/sitemap.xml\n`
  })

  route('GET /sitemap.xml', { permission: 'public' }, async (request, reply) => {
    const key = `${request.siteOrigin}/sitemap.xml`
    const sitemap = await deps.responseCache.get(key, async () => {
      await countForNetwork(request)
      const headers = { 'content-type': CONTENT_TYPE, 'cache-control': CACHE_CONTROL }
      return { status: 200, headers, body: await writeFirst(request) }
    })
    return deps.responseCache.send(request, reply, key, sitemap)
  })

  // Not cached: those of a large catalogue would evict all pages.
  route('GET /sitemap-:number(^\\d{1,4}$).xml', { permission: 'public' }, async (request, reply) => {
    const number = Number(request.params.number)
    if (number < 1) throw notFound('Sitemap')
    await countForNetwork(request)
    reply.type(CONTENT_TYPE).header('cache-control', CACHE_CONTROL)
    return writeSitemap(await listEntries(request.siteOrigin, number))
  })

  /** The sitemap of all items, or the index of several. */
  async function writeFirst({ siteOrigin }: FastifyRequest): Promise<string> {
    const sitemapCount = Math.ceil((await deps.countItems()) / MAX_ITEMS_PER_SITEMAP)
    if (sitemapCount <= 1) return writeSitemap(await listEntries(siteOrigin, 1))
    const numbers = Array.from({ length: sitemapCount }, (_, index) => index + 1)
    return writeSitemapIndex(numbers.map((number) => `${siteOrigin}/sitemap-${number}.xml`))
  }

  /** Throws 404 for a sitemap without entries. */
  async function listEntries(origin: string, number: number): Promise<SitemapEntry[]> {
    const offset = (number - 1) * MAX_ITEMS_PER_SITEMAP
    const items = await deps.listItems(origin, { limit: MAX_ITEMS_PER_SITEMAP, offset })
    if (number > 1 && items.length === 0) throw notFound('Sitemap')
    const languages = await deps.listSiteLanguages()
    const others = STATIC_PATHS.map((path) => ({ path, languages }))
    const pages = number === 1 ? [...others, ...(await deps.listPublished()), ...items] : items
    return pages.flatMap((page) => toEntries(origin, page))
  }
}

const STATIC_PATHS = ['/', '/products', '/products?tab=spares', '/products?tab=services']

/** A page of the site for search engines. */
interface SitemapPage {
  /** In English. */
  path: string
  /** The others in which it is complete. */
  languages: readonly TranslatedLanguage[]
  /** UTC, ISO 8601. */
  updatedAt?: string
  pictures?: string[]
}

interface SitemapEntry extends Pick<SitemapPage, 'updatedAt' | 'pictures'> {
  /** An absolute URL. */
  url: string
  /** The page in all its languages; empty if it has only one. */
  versions: { language: string; url: string }[]
}

/** The entries of a page, one for each language. */
function toEntries(origin: string, { path, languages, ...page }: SitemapPage): SitemapEntry[] {
  const all: Language[] = [DEFAULT_LANGUAGE, ...languages]
  const versions = all.map((language) => ({
    language,
    url: origin + toLanguagePath(path, language),
  }))
  const named = versions.length > 1 ? [...versions, { language: 'x-default', url: origin + path }] : []
  return versions.map(({ url }) => ({ ...page, url, versions: named }))
}

/** Returns a sitemap (sitemaps.org/protocol) with the pictures of each page (Google's image extension) and its languages. */
function writeSitemap(entries: SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, updatedAt, pictures = [], versions }) =>
      `<url><loc>${escapeXml(url)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}${versions
        .map(
          (version) =>
            `<xhtml:link rel="alternate" hreflang="${version.language}" href="${escapeXml(version.url)}"/>`,
        )
        .join('')}${pictures
        .map((picture) => `<image:image><image:loc>${escapeXml(picture)}</image:loc></image:image>`)
        .join('')}</url>\n`,
  )
  return `${XML_HEADER}<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('')}</urlset>\n`
}

/** Returns the index of several sitemaps. */
function writeSitemapIndex(urls: string[]): string {
  const maps = urls.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`)
  return `${XML_HEADER}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${maps.join('')}</sitemapindex>\n`
}

const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
