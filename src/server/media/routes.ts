import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { getRequestOrigin, matchesEtag } from '#server/kernel/http.ts'
import { withMultipartForm } from '#server/kernel/multipart.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { BlobStorage, StoredFile } from './blob-storage.ts'
import { CONTENT_TYPES, IMMUTABLE_CACHE_CONTROL } from './file-types.ts'
import { type MediaService, SOCIAL_FILE } from './media-service.ts'

const UploadReply = z.object({ imageUrls: z.array(z.string()) })
const PictureFile = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  file: z.string().regex(/^(?:\d{1,5}\.(?:webp|avif)|social\.jpg)$/),
})

export async function mediaRoutes(
  app: Api,
  deps: {
    db: Db
    media: MediaService
    blobStorage: BlobStorage
    guard: Guard
    tmpDir: string
    publicUrl: string | undefined
  },
): Promise<void> {
  app.get('/media/:id/:file', { schema: { hide: true } }, async (request, reply) => {
    const picture = PictureFile.safeParse(request.params)
    if (!picture.success) throw notFound('Picture')
    const { id, file } = picture.data
    const key = `${id}/${file}`
    const etag = `"${key}"`
    const isKnown = matchesEtag(request.headers['if-none-match'], etag)
    const load = isKnown || request.method === 'HEAD' ? getHead : deps.blobStorage.open
    const found =
      (await load(key)) ??
      (file === SOCIAL_FILE && (await deps.media.ensureSocialImage(id)) ? await load(key) : undefined)
    if (!found) throw notFound('Picture')
    reply.header('cache-control', IMMUTABLE_CACHE_CONTROL).header('etag', etag)
    if (isKnown) return reply.code(304).send()
    return reply.type(CONTENT_TYPES[extname(file)]!).header('content-length', found.bytes).send(found.stream)
  })

  /** A file whose bytes nobody wants: a bucket is not asked for them. */
  async function getHead(key: string): Promise<StoredFile | undefined> {
    const bytes = await deps.blobStorage.getSize(key)
    return bytes === undefined ? undefined : { bytes, stream: Readable.from([]) }
  }

  app.post(
    '/api/upload-images',
    {
      onRequest: deps.guard.requires('catalogue.edit'),
      schema: {
        tags: ['pictures'],
        summary: `Store up to ${LIMITS.images} pictures; answers their addresses`,
        consumes: ['multipart/form-data'],
        response: { 201: UploadReply },
      },
      config: { form: z.object({}), files: true },
    },
    async (request, reply) => {
      const origin = getRequestOrigin(request, deps.publicUrl)
      const ids = await withMultipartForm(request, deps.tmpDir, (form) =>
        deps.media.withPictures(form.files, async (pictures) => {
          await inTransaction(deps.db, (transaction) => pictures.saveRecords(transaction))
          return pictures.ids
        }),
      )
      const [described] = await deps.media.describe([ids], origin)
      return reply.code(201).send({ imageUrls: (described ?? []).map((picture) => picture.url) })
    },
  )
}
