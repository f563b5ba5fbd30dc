import type { FastifyInstance } from 'fastify'
import { toBusinessDate } from '#contracts/business-date.ts'
import { haveEqualFeatures, listComparedTerms } from '#contracts/catalogue/compared-terms.ts'
import type { ComparisonRow } from '#contracts/catalogue/comparison.ts'
import { formatList, formatLongDay } from '#contracts/format.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { createPageApi, type PageApi } from '#server/http-cache/page-api.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { type DateParts, toDateParts } from '#server/kernel/pdf/document-dates.ts'
import { chooseFile } from '#server/kernel/pdf/picture-files.ts'
import { getRequestedUrl } from '../canonical-url.ts'
import { getPreview } from '../preview.ts'
import { type CompanyData, describeCompany, describePicture, type PictureData } from './document-parts.ts'
import { createPdfResponses, type PdfResponseDeps, readTemplate } from './pdf-responses.ts'
import {
  createSheet,
  type DatedItem,
  FURTHER_PICTURE_WIDTH,
  findItem,
  getPageUrl,
  parseDatedItem,
  readJson,
  readSiteContent,
  toQrCode,
} from './sheet-source.ts'
import { socialPictureRoute } from './social-picture-route.ts'

const DATA_SHEET = readTemplate('data-sheet.typ')
const COMPARISON = readTemplate('comparison.typ')
const PUBLIC_CACHE_CONTROL = 'public, no-cache'
/** Of one network, stored files included: what they are made of is read for each request. */
const RATE_LIMIT = { max: 240, timeWindow: '1 minute' }

interface PdfDeps extends PdfResponseDeps {
  guard: Guard
  publicReads: PublicReads
}

/** Registers the PDF files of pages (decision 0173). They are made of the API responses of the page. */
export async function pdfRoutes(app: FastifyInstance, deps: PdfDeps): Promise<void> {
  const responses = createPdfResponses(app, deps)
  const route = createRouter(app)
  socialPictureRoute(app, { publicReads: deps.publicReads, responses })
  const options = { permission: 'public', rateLimit: RATE_LIMIT } as const

  route('GET /product/:key.pdf', options, async (request, reply) => {
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
    const isPrivate = preview !== undefined || requestedUrl.searchParams.has('preview')
    reply
      .header('cache-control', isPrivate ? 'private, no-store' : PUBLIC_CACHE_CONTROL)
      .header('link', `<${getPageUrl(item, origin)}>; rel="canonical"`)
    if (isPrivate) reply.header('x-robots-tag', 'noindex').header('vary', 'Cookie')
    const { data, pictures } = createSheet(item, await readSiteContent(api), origin)
    const name = `${item.name} data sheet`
    return responses.send(request, reply, { template: DATA_SHEET, data, pictures, name })
  })

  route('GET /compare.pdf', options, async (request, reply) => {
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

/** The address of the page whose previews the data sheet has. */
function toPageUrl(url: URL): URL {
  const page = new URL(url)
  page.pathname = page.pathname.replace(/\.pdf$/, '')
  return page
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

/** What the template of comparisons shows. Unlike data sheets, they state prices, with the day of the data. */
interface ComparisonData {
  title: string
  date: DateParts
  edition: string
  url: string
  qr: string
  items: { name: string; url: string; picture: PictureData | null; features: string[] }[]
  rows: ComparisonRow[]
  company: CompanyData
}

interface ComparedItems {
  items: (Item & { updatedAt: string })[]
  rows: ComparisonRow[]
}

/** Returns the contents of a comparison as visitors see it. `url` is the address of its page. */
function createComparisonData(
  { items, rows }: ComparedItems,
  { company }: Pick<SiteContent, 'company'>,
  { url, qr, onlyDifferences }: { url: string; qr: string; onlyDifferences: boolean },
): ComparisonData {
  const latest = items
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1)!
  const date = toBusinessDate(new Date(latest))
  const { origin, host } = new URL(url)
  const names = items.map(({ commercial, name }) => commercial.code ?? name)
  const showsFeatures = !(onlyDifferences && haveEqualFeatures(items))
  return {
    title: items.length > 1 ? formatList(names) : items[0]!.name,
    date: toDateParts(date),
    edition: `${host}, data and prices of ${formatLongDay(date)}. Subject to change.`,
    url,
    qr,
    items: items.map(({ name, slug, pictures: [picture], features }) => ({
      name,
      url: `${origin}/product/${encodeURIComponent(slug)}`,
      picture: picture ? describePicture(picture, name) : null,
      features: showsFeatures ? features : [],
    })),
    rows: [...listComparedTerms(items), ...rows].filter(({ isEqual }) => !(onlyDifferences && isEqual)),
    company: describeCompany(company, url),
  }
}
