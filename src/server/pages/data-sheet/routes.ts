import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import type { Picture } from '#contracts/item.ts'
import { type Item, parseItem } from '#contracts/parse-item.ts'
import { LOOKUP_ORDER, RESOURCES } from '#contracts/resources.ts'
import type { SiteContent } from '#contracts/site-content.ts'
import { DATA_SHEET_CACHE_BYTES, ENTRY_OVERHEAD_BYTES } from '#server/http-cache/limits.ts'
import { createPageApi, type PageApi } from '#server/http-cache/page-api.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import { formatContentDisposition, getContentType, toSafeFileName } from '#server/kernel/file-formats.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { matchesEtag } from '#server/kernel/http.ts'
import { PDF_LOOK_HASH, type PdfRenderer, type SourcePicture } from '#server/kernel/pdf/pdf-renderer.ts'
import { HttpProblem, notFound } from '#server/kernel/problem.ts'
import { getRequestedUrl } from '../canonical-url.ts'
import { getPreview } from '../preview.ts'
import { createSheetData } from './sheet-data.ts'

const TEMPLATE = readFileSync(join(import.meta.dirname, 'data-sheet.typ'), 'utf8')
/** The widths of the large picture and of the others, px. */
const FIRST_PICTURE_WIDTH = 1200
const FURTHER_PICTURE_WIDTH = 700

export interface DataSheetDeps {
  guard: Guard
  publicReads: PublicReads
  pdfRenderer: PdfRenderer
  /** The files of pictures (media/blob-storage.ts). */
  blobStorage: { open(key: string): Promise<{ stream: Readable } | undefined> }
}

interface DataSheet {
  pdf: Buffer
  /** Whether it contains all pictures. */
  isComplete: boolean
}

/**
 * Registers `/product/{slug}.pdf`, the data sheet of an item (decision 0173). It is made of the API responses of the page, and
 * cached under a hash of all that it contains: the hash is also its ETag, on every instance.
 */
export async function dataSheetRoutes(app: FastifyInstance, deps: DataSheetDeps): Promise<void> {
  const sheets = new SingleFlightCache<DataSheet>({
    maxBytes: DATA_SHEET_CACHE_BYTES,
    getSize: ({ pdf, isComplete }) => (isComplete ? pdf.length + ENTRY_OVERHEAD_BYTES : undefined),
  })

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
        .header('cache-control', isPrivate ? 'private, no-store' : 'public, no-cache')
        .header('link', `<${url}>; rel="canonical"`)
      if (isPrivate) reply.header('x-robots-tag', 'noindex').header('vary', 'Cookie')
      return sendSheet(request, reply, { item, url, content: await readSiteContent(api) })
    },
  )

  async function sendSheet(
    request: FastifyRequest,
    reply: FastifyReply,
    { item, url, content }: { item: Item & { updatedAt: string }; url: string; content: SiteContent },
  ): Promise<FastifyReply> {
    // A picture on another site has no file here.
    const ownPictures = { ...item, pictures: item.pictures.filter(({ widths }) => widths?.length) }
    const data = createSheetData(ownPictures, content, { url, qr: renderSVG(url, { ecc: 'M', border: 2 }) })
    const pictures = ownPictures.pictures.slice(0, data.pictures.length).map(chooseFile)
    const key = hash('sha256', JSON.stringify([PDF_LOOK_HASH, TEMPLATE, pictures, data]), 'base64url')
    const etag = `"${key.slice(0, 22)}"`
    reply.header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const { pdf, isComplete } = await sheets.get(key, () => createSheet(deps, data, pictures))
    if (!isComplete) reply.removeHeader('etag').header('cache-control', 'no-store')
    const name = toSafeFileName(`${item.name} data sheet`, 'pdf')
    return reply
      .type(getContentType('pdf'))
      .header('content-disposition', formatContentDisposition(name, 'inline'))
      .header('content-length', pdf.length)
      .send(pdf)
  }
}

/** The address of the page whose previews the data sheet has. */
function toPageUrl(url: URL): URL {
  const page = new URL(url)
  page.pathname = page.pathname.replace(/\.pdf$/, '')
  return page
}

/** Returns the item with this id or slug, of any kind. Throws 404 if there is none, and what prevented it from being read. */
async function findItem(api: PageApi, key: string): Promise<Item & { updatedAt: string }> {
  for (const kind of LOOKUP_ORDER) {
    const response = await api(`${RESOURCES[kind].path}/${encodeURIComponent(key)}`)
    if (response.ok) {
      const raw = (await response.json()) as { updatedAt: string }
      return { ...parseItem(kind, raw), updatedAt: raw.updatedAt }
    }
    if (response.status !== 404) throw toProblem(response.status, await response.text())
  }
  throw notFound('Product')
}

async function readSiteContent(api: PageApi): Promise<SiteContent> {
  const response = await api('/api/site-content')
  if (!response.ok) throw toProblem(response.status, await response.text())
  return (await response.json()) as SiteContent
}

function toProblem(status: number, body: string): HttpProblem {
  const { message, type } = JSON.parse(body) as { message: string; type: string }
  return new HttpProblem(status, type, message)
}

interface PictureFile {
  key: string
  width: number
}

/** Returns the smallest sufficient file of a picture. */
function chooseFile({ url, widths = [] }: Picture, index: number): PictureFile {
  const id = url.split('/').at(-2)
  const width = index === 0 ? FIRST_PICTURE_WIDTH : FURTHER_PICTURE_WIDTH
  return { key: `${id}/${widths.find((each) => each >= width) ?? widths.at(-1)}.webp`, width }
}

async function createSheet(
  { pdfRenderer, blobStorage }: DataSheetDeps,
  data: unknown,
  files: PictureFile[],
): Promise<DataSheet> {
  const pictures = await Promise.all(
    files.map(async ({ key, width }): Promise<SourcePicture | undefined> => {
      const file = await blobStorage.open(key)
      return file && { bytes: await buffer(file.stream), width }
    }),
  )
  const pdf = await pdfRenderer.render({ template: TEMPLATE, data, pictures })
  return { pdf, isComplete: !pictures.includes(undefined) }
}
