import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { matchesEtag } from '#server/kernel/http.ts'
import { withMultipartForm } from '#server/kernel/multipart.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { BlobStorage, StoredFile } from './blob-storage.ts'
import { CONTENT_TYPES, IMMUTABLE_CACHE_CONTROL, SOCIAL_FILE } from './file-types.ts'
import type { MediaService } from './media-service.ts'

const UploadReply = z.object({ imageUrls: z.array(z.string()) })
const PictureFile = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  file: z.string().regex(/^(?:\d{1,5}\.(?:webp|avif)|social\.jpg)$/),
})

interface MediaRouteDeps {
  db: Db
  media: MediaService
  blobStorage: BlobStorage
  guard: Guard
  tmpDir: string
}

/** Registers the files of pictures and their upload (row API-5). */
export async function mediaRoutes(app: Api, deps: MediaRouteDeps): Promise<void> {
  app.get('/media/:id/:file', { schema: { hide: true } }, async (request, reply) => {
    const picture = PictureFile.safeParse(request.params)
    if (!picture.success) throw notFound('Picture')
    const { id, file } = picture.data
    const etag = `"${id}/${file}"`
    const isNotModified = matchesEtag(request.headers['if-none-match'], etag)
    const found = await findFile(deps, id, file, { withBody: !isNotModified && request.method !== 'HEAD' })
    if (!found) throw notFound('Picture')
    reply.header('cache-control', IMMUTABLE_CACHE_CONTROL).header('etag', etag)
    if (isNotModified) return reply.code(304).send()
    return reply.type(CONTENT_TYPES[extname(file)]!).header('content-length', found.bytes).send(found.stream)
  })

  app.post(
    '/api/upload-images',
    {
      onRequest: deps.guard.requires('catalogue.edit'),
      schema: {
        tags: ['pictures'],
        summary: `Upload up to ${LIMITS.images} pictures; returns their URLs`,
        consumes: ['multipart/form-data'],
        response: { 201: UploadReply },
      },
      config: { form: z.object({}) },
    },
    async (request, reply) => {
      const origin = request.siteOrigin
      const { ids, saveRecords } = await withMultipartForm(request, deps.tmpDir, ({ files }) =>
        deps.media.upload(files),
      )
      await inTransaction(deps.db, saveRecords)
      const pictures = await deps.media.describe(ids, origin)
      return reply.code(201).send({ imageUrls: ids.map((id) => pictures.get(id)!.url) })
    },
  )
}

/** Opens a file of a picture and creates the one for social networks if it is missing. */
async function findFile(
  { blobStorage, media }: MediaRouteDeps,
  id: string,
  file: string,
  { withBody }: { withBody: boolean },
): Promise<StoredFile | undefined> {
  const read = () => (withBody ? blobStorage.open(`${id}/${file}`) : getHead(blobStorage, `${id}/${file}`))
  const found = await read()
  if (found || file !== SOCIAL_FILE) return found
  return (await media.ensureSocialImage(id)) ? read() : undefined
}

/** Returns the size of a file with an empty body, so that no bytes are requested from a bucket. */
async function getHead(blobStorage: BlobStorage, key: string): Promise<StoredFile | undefined> {
  const bytes = await blobStorage.getSize(key)
  return bytes === undefined ? undefined : { bytes, stream: Readable.from([]) }
}
