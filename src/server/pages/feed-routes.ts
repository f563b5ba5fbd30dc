import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PublicationType } from '#contracts/publication/fields.ts'
import type { FoundPage } from '#contracts/publication/found-page.ts'
import type { ResponseCache } from '#server/http-cache/response-cache.ts'
import { createNetworkLimit } from '#server/kernel/http/rate-limit.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { toSingleLine } from '#server/kernel/text.ts'
import { escapeXml, XML_HEADER } from './xml.ts'

const RATE_LIMIT = { max: 600, timeWindow: '10 minutes' }
const CACHE_CONTROL = 'public, max-age=3600'

/** What staff have published; `publishedAt` in UTC, ISO 8601. */
type PublishedPage = FoundPage & { id: string; publishedAt: string }

export interface FeedDeps {
  responseCache: ResponseCache
  readCompany(): Promise<{ name: string; summary: string }>
  /** Lists the newest ones, from the newest. */
  listNewest(type: PublicationType): Promise<PublishedPage[]>
}

/** The feed of the articles (RSS 2.0), and what programs that read for people should know of the site (llmstxt.org). */
export async function feedRoutes(app: FastifyInstance, deps: FeedDeps): Promise<void> {
  const route = createRouter(app)
  const countForNetwork = createNetworkLimit(app, RATE_LIMIT)
  const define = (path: string, contentType: string, write: (request: FastifyRequest) => Promise<string>) =>
    route(`GET ${path}`, { permission: 'public' }, async (request, reply) => {
      const key = request.siteOrigin + path
      const cached = await deps.responseCache.get(key, async () => {
        await countForNetwork(request)
        const headers = { 'content-type': contentType, 'cache-control': CACHE_CONTROL }
        return { status: 200, headers, body: await write(request) }
      })
      return deps.responseCache.send(request, reply, key, cached)
    })
  define('/articles.xml', 'application/rss+xml; charset=utf-8', async ({ siteOrigin }) =>
    writeFeed(siteOrigin, await deps.readCompany(), await deps.listNewest('article')),
  )
  define('/llms.txt', 'text/plain; charset=utf-8', async ({ siteOrigin }) =>
    writeOverview(siteOrigin, await deps.readCompany(), [
      ...(await deps.listNewest('page')),
      ...(await deps.listNewest('article')),
    ]),
  )
}

function writeFeed(origin: string, company: { name: string }, articles: PublishedPage[]): string {
  const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
  const items = articles.map(({ id, title, path, summary, publishedAt }) =>
    [
      '<item>',
      element('title', title),
      element('link', origin + path),
      `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
      element('pubDate', new Date(publishedAt).toUTCString()),
      element('description', summary),
      '</item>\n',
    ].join(''),
  )
  const channel = [
    element('title', `Articles by ${company.name}`),
    element('link', `${origin}/articles`),
    element('description', `Articles by ${company.name}`),
    `<atom:link href="${escapeXml(origin)}/articles.xml" rel="self" type="application/rss+xml"/>\n`,
    ...items,
  ].join('')
  return `${XML_HEADER}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel}</channel></rss>\n`
}

/** The pages that every site has. */
const FIXED_PAGES = [
  ['Machines', '/products', 'Lathes and CNC machines with specifications and prices.'],
  ['Spare parts', '/products?tab=spares', 'With part numbers and the machines that they fit.'],
  ['Services', '/products?tab=services', 'Installation, maintenance, reconditioning and training.'],
  ['Job finder', '/finder', 'Which machine makes a part, from its sizes, material and quantity.'],
  ['Enquiry', '/#contact', 'The form for enquiries and quotations.'],
] as const

function writeOverview(
  origin: string,
  { name, summary }: { name: string; summary: string },
  pages: PublishedPage[],
): string {
  const link = (title: string, path: string, text: string) =>
    `- [${toSingleLine(title).replace(/[[\]]/g, '')}](${origin}${path}): ${toSingleLine(text)}`
  const written = pages.map(({ title, path, summary: text }) => link(title, path, text))
  return [
    `# ${toSingleLine(name)}`,
    `> ${toSingleLine(summary)}`,
    ['## Catalogue', ...FIXED_PAGES.map(([title, path, text]) => link(title, path, text))].join('\n'),
    ...(written.length > 0 ? [['## Pages and articles', ...written].join('\n')] : []),
    ['## Data', link('API', '/api/openapi.json', 'The catalogue as JSON, in OpenAPI.')].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
