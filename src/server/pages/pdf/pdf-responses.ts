import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DATA_SHEET_CACHE_BYTES, ENTRY_OVERHEAD_BYTES } from '#server/http-cache/limits.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import { formatContentDisposition, getContentType, toSafeFileName } from '#server/kernel/file-formats.ts'
import { matchesEtag } from '#server/kernel/http.ts'
import { PDF_LOOK_HASH, type PdfRenderer } from '#server/kernel/pdf/pdf-renderer.ts'
import { type PictureFile, type PictureStorage, readPictures } from '#server/kernel/pdf/picture-files.ts'

export interface PdfResponseDeps {
  pdfRenderer: PdfRenderer
  /** The files of pictures (media/blob-storage.ts). */
  blobStorage: PictureStorage
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
  const pictures = await readPictures(blobStorage, files)
  const bytes = await pdfRenderer.render({ template, data, pictures })
  return { bytes, isComplete: files.every((file, index) => !file || pictures[index]) }
}

/** Reads a template of this folder. */
export const readTemplate = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
