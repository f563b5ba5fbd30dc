import type { FastifyInstance } from 'fastify'
import { renderSVG } from 'uqr'
import type { ComparisonRow } from '#contracts/comparison.ts'
import type { Kind } from '#contracts/kind.ts'
import { type Item, parseItem } from '#contracts/parse-item.ts'
import { LOOKUP_ORDER, RESOURCES } from '#contracts/resources.ts'
import type { SiteContent } from '#contracts/site-content.ts'
import { createPageApi, type PageApi } from '#server/http-cache/page-api.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { HttpProblem, notFound } from '#server/kernel/problem.ts'
import { getRequestedUrl } from '../canonical-url.ts'
import { getPreview } from '../preview.ts'
import { createComparisonData } from './comparison-data.ts'
import { chooseFile, createPdfResponses, type PdfResponseDeps, readTemplate } from './pdf-responses.ts'
import { createSheetData } from './sheet-data.ts'

const DATA_SHEET = readTemplate('data-sheet.typ')
const COMPARISON = readTemplate('comparison.typ')
/** The widths of the large picture of a data sheet and of others, px: 190 dots per inch, and no resizing. */
const FIRST_PICTURE_WIDTH = 1024
const FURTHER_PICTURE_WIDTH = 640
const PUBLIC_CACHE_CONTROL = 'public, no-cache'

interface PdfDeps extends PdfResponseDeps {
  guard: Guard
  publicReads: PublicReads
}

type DatedItem = Item & { updatedAt: string }

/** Registers the PDF files of pages (decision 0173). They are made of the API responses of the page. */
export async function pdfRoutes(app: FastifyInstance, deps: PdfDeps): Promise<void> {
  const responses = createPdfResponses(deps)

  app.get<{ Params: { key: string } }>(
    '/product/:key.pdf',
    { schema: { hide: true } },
    async (request, reply) => {
      const requestedUrl = getRequestedUrl(request)
      const preview = await getPreview(deps.guard, request, toPageUrl(requestedUrl))
      const { siteOrigin: origin } = request
      const api = createPageApi(app, deps.publicReads, request, { origin, previewHeaders: preview?.headers })
      const { key } = request.params
      const item = await findItem(api, key)
      if (key !== item.id && key !== item.slug) {
        const path = `/product/${encodeURIComponent(item.slug)}.pdf`
        return preview
          ? reply.redirect(`${path}?preview=${encodeURIComponent(preview.parameter)}`, 302)
          : reply.redirect(path, 301)
      }
      const url = `${origin}/product/${encodeURIComponent(item.slug)}`
      const isPrivate = preview !== undefined || requestedUrl.searchParams.has('preview')
      reply
        .header('cache-control', isPrivate ? 'private, no-store' : PUBLIC_CACHE_CONTROL)
        .header('link', `<${url}>; rel="canonical"`)
      if (isPrivate) reply.header('x-robots-tag', 'noindex').header('vary', 'Cookie')
      // A picture on another site has no file here.
      const own = { ...item, pictures: item.pictures.filter(({ widths }) => widths?.length) }
      const data = createSheetData(own, await readSiteContent(api), { url, qr: toQrCode(url) })
      const pictures = own.pictures
        .slice(0, data.pictures.length)
        .map((picture, index) =>
          chooseFile(picture, index === 0 ? FIRST_PICTURE_WIDTH : FURTHER_PICTURE_WIDTH),
        )
      const name = `${item.name} data sheet`
      return responses.send(request, reply, { template: DATA_SHEET, data, pictures, name })
    },
  )

  app.get('/compare.pdf', { schema: { hide: true } }, async (request, reply) => {
    const { siteOrigin: origin } = request
    const { searchParams } = getRequestedUrl(request)
    const api = createPageApi(app, deps.publicReads, request, { origin })
    const comparison = await readComparison(api, searchParams.get('ids') ?? '')
    if (comparison.items.length === 0) throw notFound('Item')
    const slugs = comparison.items.map(({ slug }) => encodeURIComponent(slug))
    const url = `${origin}/compare?ids=${slugs.join(',')}`
    const data = createComparisonData(comparison, await readSiteContent(api), {
      url,
      qr: toQrCode(url),
      onlyDifferences: searchParams.get('rows') === 'differences',
    })
    const pictures = comparison.items.map(
      ({ pictures: [picture] }) => picture && chooseFile(picture, FURTHER_PICTURE_WIDTH),
    )
    reply.header('cache-control', PUBLIC_CACHE_CONTROL).header('link', `<${url}>; rel="canonical"`)
    const name = `Comparison of ${data.title}`
    return responses.send(request, reply, { template: COMPARISON, data, pictures, name })
  })
}

const toQrCode = (url: string): string => renderSVG(url, { ecc: 'M', border: 2 })

/** The address of the page whose previews the data sheet has. */
function toPageUrl(url: URL): URL {
  const page = new URL(url)
  page.pathname = page.pathname.replace(/\.pdf$/, '')
  return page
}

/** Returns the item with this id or slug, of any kind. Throws 404 if there is none, and what prevented it from being read. */
async function findItem(api: PageApi, key: string): Promise<DatedItem> {
  for (const kind of LOOKUP_ORDER) {
    const response = await api(`${RESOURCES[kind].path}/${encodeURIComponent(key)}`)
    const item = response.ok && parseDatedItem(kind, await response.json())
    // At the empty key and at 'featured' there are lists.
    if (item && item.id !== '') return item
    if (response.status >= 500) throw toProblem(response.status, await response.text())
  }
  throw notFound('Product')
}

async function readComparison(
  api: PageApi,
  ids: string,
): Promise<{ items: DatedItem[]; rows: ComparisonRow[] }> {
  const { items, rows } = await readJson<{ items: { kind: Kind }[]; rows: ComparisonRow[] }>(
    api,
    `/api/comparison?${new URLSearchParams({ ids })}`,
  )
  return { items: items.map((raw) => parseDatedItem(raw.kind, raw)), rows }
}

const readSiteContent = (api: PageApi) => readJson<SiteContent>(api, '/api/site-content')

async function readJson<Body>(api: PageApi, path: string): Promise<Body> {
  const response = await api(path)
  if (!response.ok) throw toProblem(response.status, await response.text())
  return (await response.json()) as Body
}

function parseDatedItem(kind: Kind, raw: unknown): DatedItem {
  return { ...parseItem(kind, raw), updatedAt: (raw as { updatedAt: string }).updatedAt }
}

function toProblem(status: number, body: string): HttpProblem {
  const { message, type } = JSON.parse(body) as { message: string; type: string }
  return new HttpProblem(status, type, message)
}
