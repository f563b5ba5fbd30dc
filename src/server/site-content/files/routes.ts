import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DOCUMENT_LIMITS, MAX_DOCUMENT_SIZE } from '#contracts/files/document-limits.ts'
import { DOCUMENT_FORMATS, getFormatByName, VIDEO_FORMATS } from '#contracts/files/file-formats.ts'
import { SITE_FILE_FORMATS, type SiteFile } from '#contracts/files/site-file.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { checkFile } from '#server/kernel/files/check-file.ts'
import { toSafeFileName } from '#server/kernel/files/file-formats.ts'
import { sendFile } from '#server/kernel/files/send-file.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { createUploadLimit, withFile } from '#server/kernel/http/multipart.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { findSiteFiles, insertSiteFile, isPublicFile } from './store.ts'

/** The part of the blob storage (media/storage/blob-storage.ts) that files of pages use, that of documents. Keys are '{id}/file'. */
interface SiteFileStorage {
  putFile(key: string, path: string): Promise<void>
  open(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ bytes: number; stream: Readable } | undefined>
}

export interface SiteFileDeps {
  db: Db
  clock: Clock
  guard: Guard
  documentStorage: SiteFileStorage
  tmpDir: string
}

const FileParams = z.object({ id: z.string().max(100), fileName: z.string().max(500) })
const UploadForm = z.object({
  file: z.string().meta({
    format: 'binary',
    description: `At most ${MAX_DOCUMENT_SIZE}: ${[...DOCUMENT_FORMATS, ...VIDEO_FORMATS].join(', ').toUpperCase()}`,
  }),
})
const UploadReply = z.object({ id: z.string(), fileName: z.string(), bytes: z.number().int() })
const FILE_RULES = {
  tooMany: 'Upload one file at a time.',
  maxBytes: DOCUMENT_LIMITS.bytes,
  describeTooLarge: (name: string) => `${name} is larger than ${MAX_DOCUMENT_SIZE}. Choose a smaller file.`,
}
const toKey = (id: string) => `${id}/file`

/**
 * Registers the documents and videos of pages and articles (decision 0244). Visitors read those of what is published, staff who can
 * edit pages all of them.
 */
export function siteFileRoutes(app: FastifyInstance, deps: SiteFileDeps): void {
  const { db, clock, guard, documentStorage, tmpDir } = deps
  const route = createRouter(app, { guard, tag: 'site' })
  const limitUploads = createUploadLimit()

  route(
    'POST /api/site-files',
    {
      permission: 'settings.edit',
      summary: 'Upload a document or a video for a page or an article',
      form: UploadForm,
      status: 201,
      reply: UploadReply,
      config: { isLargeUpload: true },
    },
    (request) =>
      limitUploads(() =>
        withFile(request, tmpDir, FILE_RULES, async (uploaded): Promise<SiteFile> => {
          const formats = [...DOCUMENT_FORMATS, ...VIDEO_FORMATS]
          const { blobId, fileName, bytes } = await checkFile(uploaded, formats)
          await documentStorage.putFile(toKey(blobId), uploaded.path)
          const file = { id: blobId, fileName, bytes }
          await inTransaction(db, (tx) => insertSiteFile(tx, file, toIso(clock())))
          return file
        }),
      ),
  )

  route('GET /files/:id/:fileName', { permission: 'public', params: FileParams }, async (request, reply) => {
    const { id, fileName } = request.params
    const stored = (await findSiteFiles(db, [id])).get(id)
    const format = stored && getFormatByName(stored.fileName)
    if (!stored || !format) throw notFound('File')
    const isPublic = await isPublicFile(db, id)
    if (!isPublic && !(await guard.optionalActor(request))?.permissions.includes('settings.edit'))
      throw notFound('File')
    reply.header('cache-control', isPublic ? 'public, no-cache' : 'private, no-cache')
    const file = { blobId: id, fileName: toSafeFileName(fileName, format), format, bytes: stored.bytes }
    const isInline = SITE_FILE_FORMATS.video.some((video) => video === format)
    const open = (range?: { start: number; end: number }) => documentStorage.open(toKey(id), range)
    return sendFile(request, reply, { ...file, isInline, open })
  })
}
