import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { DATA_SHEET_CACHE_BYTES, ENTRY_OVERHEAD_BYTES } from '#server/http-cache/limits.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import { formatContentDisposition, toSafeFileName } from '#server/kernel/files/file-formats.ts'
import { matchesEtag } from '#server/kernel/http/http.ts'
import { createNetworkLimit } from '#server/kernel/http/rate-limit.ts'
import { PDF_LOOK_HASH, type PdfRenderer } from '#server/kernel/pdf/pdf-renderer.ts'
import { type PictureFile, type PictureStorage, readPictures } from '#server/kernel/pdf/picture-files.ts'

/** New files of one network. Those that are stored are not counted. */
const RATE_LIMIT = { max: 60, timeWindow: '1 minute' }

export interface PdfResponseDeps {
  /** Not that of quotations, which visitors must not delay. */
  publicPdfRenderer: PdfRenderer
  /** The files of pictures (media/storage/blob-storage.ts). */
  blobStorage: PictureStorage
}

/** What a file is made of, and its name. */
interface PdfSource {
  template: string
  data: unknown
  pictures: (PictureFile | undefined)[]
  name: string
  /** By default a PDF. */
  format?: 'pdf' | 'jpeg'
}

interface CachedPdf {
  bytes: Buffer
  /** Whether it contains all pictures. */
  isComplete: boolean
}

/** Sends PDF files, each cached under a hash of all that it contains, which is also its ETag, on every instance. */
export function createPdfResponses(app: FastifyInstance, deps: PdfResponseDeps) {
  const limitNetwork = createNetworkLimit(app, RATE_LIMIT)
  const watchReplies = createReplyWatch()
  const cache = new SingleFlightCache<CachedPdf>({
    maxBytes: DATA_SHEET_CACHE_BYTES,
    getSize: ({ bytes, isComplete }) => (isComplete ? bytes.length + ENTRY_OVERHEAD_BYTES : undefined),
  })
  return {
    async send(request: FastifyRequest, reply: FastifyReply, source: PdfSource): Promise<FastifyReply> {
      const { template, data, pictures, name, format = 'pdf' } = source
      const key = hash('sha256', JSON.stringify([PDF_LOOK_HASH, template, pictures, data]), 'base64url')
      const etag = `"${key.slice(0, 22)}"`
      reply.header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const signal = watchReplies(key, reply)
      const { bytes, isComplete } = await cache.get(key, async () => {
        await limitNetwork(request)
        return createPdf(deps, source, signal)
      })
      if (!isComplete) reply.removeHeader('etag').header('cache-control', 'no-store')
      return reply
        .type(getMediaType(format))
        .header('content-disposition', formatContentDisposition(toSafeFileName(name, format), 'inline'))
        .header('content-length', bytes.length)
        .send(bytes)
    },
  }
}

/** Returns a function that returns a signal for all who wait for the same file: it is aborted when all of them have left. */
function createReplyWatch(): (key: string, reply: FastifyReply) => AbortSignal {
  const waiting = new Map<string, { replies: number; controller: AbortController }>()
  return (key, { raw }) => {
    const group = waiting.get(key) ?? { replies: 0, controller: new AbortController() }
    waiting.set(key, group)
    group.replies++
    raw.once('close', () => {
      if (--group.replies > 0) return
      waiting.delete(key)
      group.controller.abort()
    })
    return group.controller.signal
  }
}

async function createPdf(
  { publicPdfRenderer, blobStorage }: PdfResponseDeps,
  { template, data, pictures: files, format = 'pdf' }: PdfSource,
  signal: AbortSignal,
): Promise<CachedPdf> {
  const pictures = await readPictures(blobStorage, files)
  const bytes = await publicPdfRenderer.render({ template, data, pictures, format }, signal)
  return { bytes, isComplete: files.every((file, index) => !file || pictures[index]) }
}

/** Reads a template of this folder. */
export const readTemplate = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
