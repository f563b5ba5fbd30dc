import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { LIMITS } from '#contracts/limits.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { matchesEtag, originOf } from '#server/kernel/http.ts'
import { withForm } from '#server/kernel/multipart.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { Blobs, StoredFile } from './blobs.ts'
import { type Media, SOCIAL_FILE } from './library.ts'
import { FOREVER, TYPES } from './served-files.ts'

const UploadReply = z.object({ imageUrls: z.array(z.string()) })
const PictureFile = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  file: z.string().regex(/^(?:\d{1,5}\.(?:webp|avif)|social\.jpg)$/),
})

export async function mediaRoutes(
  app: Api,
  parts: { db: Db; media: Media; blobs: Blobs; guard: Guard; tmpDir: string; publicUrl: string | undefined },
): Promise<void> {
  app.get('/media/:id/:file', { schema: { hide: true } }, async (request, reply) => {
    const picture = PictureFile.safeParse(request.params)
    if (!picture.success) throw notFound('Picture')
    const { id, file } = picture.data
    const key = `${id}/${file}`
    const etag = `"${key}"`
    const isKnown = matchesEtag(request.headers['if-none-match'], etag)
    const wanted = isKnown || request.method === 'HEAD' ? headOf : parts.blobs.open
    const found =
      (await wanted(key)) ??
      (file === SOCIAL_FILE && (await parts.media.makeSocial(id)) ? await wanted(key) : undefined)
    if (!found) throw notFound('Picture')
    reply.header('cache-control', FOREVER).header('etag', etag)
    if (isKnown) return reply.code(304).send()
    return reply.type(TYPES[extname(file)]!).header('content-length', found.bytes).send(found.stream)
  })

  /** A file whose bytes nobody wants: a bucket is not asked for them. */
  async function headOf(key: string): Promise<StoredFile | undefined> {
    const bytes = await parts.blobs.size(key)
    return bytes === undefined ? undefined : { bytes, stream: Readable.from([]) }
  }

  app.post(
    '/api/upload-images',
    {
      onRequest: parts.guard.requires('catalogue.edit'),
      schema: {
        tags: ['pictures'],
        summary: `Store up to ${LIMITS.images} pictures; answers their addresses`,
        consumes: ['multipart/form-data'],
        response: { 201: UploadReply },
      },
      config: { form: z.object({}), files: true },
    },
    async (request, reply) => {
      const origin = originOf(request, parts.publicUrl)
      const ids = await withForm(request, parts.tmpDir, (form) =>
        parts.media.withPictures(form.files, async (pictures) => {
          await inTransaction(parts.db, (transaction) => pictures.keep(transaction))
          return pictures.ids
        }),
      )
      const [described] = await parts.media.describe([ids], origin)
      return reply.code(201).send({ imageUrls: (described ?? []).map((picture) => picture.url) })
    },
  )
}
