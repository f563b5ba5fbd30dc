import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { matchesEtag } from '#server/kernel/http/http.ts'
import { withMultipartForm } from '#server/kernel/http/multipart.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { CONTENT_TYPES, IMMUTABLE_CACHE_CONTROL, SOCIAL_FILE } from './file-types.ts'
import type { MediaService } from './media-service.ts'
import type { BlobStorage, StoredFile } from './storage/blob-storage.ts'

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
export async function mediaRoutes(app: FastifyInstance, deps: MediaRouteDeps): Promise<void> {
  const { db, media, guard, tmpDir } = deps
  const route = createRouter(app, { guard, tag: 'pictures' })

  route('GET /media/:id/:file', { permission: 'public' }, async (request, reply) => {
    const picture = PictureFile.safeParse(request.params)
    if (!picture.success) throw notFound('Picture')
    const { id, file } = picture.data
    const etag = `"${id}/${file}"`
    const isNotModified = matchesEtag(request.headers['if-none-match'], etag)
    const found = await findFile(deps, id, file, { withBody: !isNotModified && request.method !== 'HEAD' })
    if (!found) throw notFound('Picture')
    reply.header('cache-control', IMMUTABLE_CACHE_CONTROL).header('etag', etag)
    if (isNotModified) return reply.code(304).send()
    reply.type(CONTENT_TYPES[extname(file)]!).header('content-length', found.bytes)
    return found.stream
  })

  route(
    'POST /api/upload-images',
    {
      permission: 'catalogue.edit',
      summary: `Upload up to ${LIMITS.images} pictures; returns their URLs`,
      form: z.object({}),
      status: 201,
      reply: UploadReply,
    },
    async (request) => {
      const origin = request.siteOrigin
      const { ids, saveRecords } = await withMultipartForm(request, tmpDir, ({ files }) =>
        media.upload(files),
      )
      await inTransaction(db, saveRecords)
      const pictures = await media.describe(ids, origin)
      return { imageUrls: ids.map((id) => pictures.get(id)!.url) }
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
