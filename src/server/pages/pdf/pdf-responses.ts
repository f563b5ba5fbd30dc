import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Picture } from '#contracts/item.ts'
import { DATA_SHEET_CACHE_BYTES, ENTRY_OVERHEAD_BYTES } from '#server/http-cache/limits.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import { formatContentDisposition, getContentType, toSafeFileName } from '#server/kernel/file-formats.ts'
import { matchesEtag } from '#server/kernel/http.ts'
import { PDF_LOOK_HASH, type PdfRenderer, type SourcePicture } from '#server/kernel/pdf/pdf-renderer.ts'

export interface PdfResponseDeps {
  pdfRenderer: PdfRenderer
  /** The files of pictures (media/blob-storage.ts). */
  blobStorage: { open(key: string): Promise<{ stream: Readable } | undefined> }
}

/** A picture of the site in a document. */
interface PictureFile {
  key: string
  /** The width that the document needs, px. */
  width: number
}

/** What a PDF file is made of, and its name. */
interface PdfSource {
  template: string
  data: unknown
  pictures: (PictureFile | undefined)[]
  name: string
}

interface CachedPdf {
  bytes: Buffer
  /** Whether it contains all pictures. */
  isComplete: boolean
}

/** Sends PDF files, each cached under a hash of all that it contains, which is also its ETag, on every instance. */
export function createPdfResponses(deps: PdfResponseDeps) {
  const cache = new SingleFlightCache<CachedPdf>({
    maxBytes: DATA_SHEET_CACHE_BYTES,
    getSize: ({ bytes, isComplete }) => (isComplete ? bytes.length + ENTRY_OVERHEAD_BYTES : undefined),
  })
  return {
    async send(request: FastifyRequest, reply: FastifyReply, source: PdfSource): Promise<FastifyReply> {
      const { template, data, pictures, name } = source
      const key = hash('sha256', JSON.stringify([PDF_LOOK_HASH, template, pictures, data]), 'base64url')
      const etag = `"${key.slice(0, 22)}"`
      reply.header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const { bytes, isComplete } = await cache.get(key, () => createPdf(deps, source))
      if (!isComplete) reply.removeHeader('etag').header('cache-control', 'no-store')
      return reply
        .type(getContentType('pdf'))
        .header('content-disposition', formatContentDisposition(toSafeFileName(name, 'pdf'), 'inline'))
        .header('content-length', bytes.length)
        .send(bytes)
    },
  }
}

async function createPdf(
  { pdfRenderer, blobStorage }: PdfResponseDeps,
  { template, data, pictures: files }: PdfSource,
): Promise<CachedPdf> {
  const pictures = await Promise.all(
    files.map(async (file): Promise<SourcePicture | undefined> => {
      const stored = file && (await blobStorage.open(file.key))
      return stored && { bytes: await buffer(stored.stream), width: file.width }
    }),
  )
  const bytes = await pdfRenderer.render({ template, data, pictures })
  return { bytes, isComplete: files.every((file, index) => !file || pictures[index]) }
}

/** Reads a template of this folder. */
export const readTemplate = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

/** Returns the smallest sufficient file of a picture; undefined for a picture on another site. */
export function chooseFile({ url, widths = [] }: Picture, width: number): PictureFile | undefined {
  const fileWidth = widths.find((each) => each >= width) ?? widths.at(-1)
  return fileWidth === undefined ? undefined : { key: `${url.split('/').at(-2)}/${fileWidth}.webp`, width }
}
