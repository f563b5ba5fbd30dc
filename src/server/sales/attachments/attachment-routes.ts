import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ENQUIRY_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import { AttachmentId, AttachmentSummary } from '#contracts/files/attachment.ts'
import { sendAttachment } from '#server/kernel/files/file-formats.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { SalesDeps } from '../deps.ts'
import { openAttachment } from './attachments.ts'
import type { FileReceiver } from './receive-file.ts'
import { listKnownIds } from './store-attachments.ts'

const CHECK_RATE_LIMIT = { max: 60, timeWindow: '10 minutes' }
const KnownFilesParam = z
  .string()
  .max(300)
  .transform((text) => text.split(','))
  .pipe(z.array(AttachmentId).max(ENQUIRY_LIMITS.attachments))

/** Registers the upload of files by visitors and their download by staff (decision 0152). */
export function attachmentRoutes(app: FastifyInstance, deps: SalesDeps & { files: FileReceiver }): void {
  const { db, guard, files } = deps
  const route = createRouter(app, { guard, tag: 'enquiries' })

  route(
    'POST /api/enquiries/attachments',
    {
      permission: 'public',
      summary: `Upload a file of at most ${MAX_ATTACHMENT_SIZE} for an enquiry that is sent within a day`,
      form: z.object({ file: z.string().meta({ format: 'binary' }) }),
      status: 201,
      reply: AttachmentSummary,
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return files.receiveFile(request)
    },
  )

  route(
    'GET /api/enquiries/attachments',
    {
      permission: 'public',
      rateLimit: CHECK_RATE_LIMIT,
      summary: 'The ids of those uploaded files that the server still has',
      query: z.object({ ids: KnownFilesParam }),
      reply: z.array(z.string()),
    },
    ({ query }, reply) => {
      reply.header('cache-control', 'no-store')
      return listKnownIds(db, query.ids)
    },
  )

  route(
    'GET /api/enquiries/:id/attachments/:attachmentId',
    {
      permission: 'enquiries.read',
      summary: 'Download a file of an enquiry',
      produces: ['application/octet-stream'],
    },
    async ({ params }, reply) => {
      const file = await openAttachment(deps, { enquiryId: params.id, id: params.attachmentId })
      if (!file) throw notFound('File')
      return sendAttachment(reply, file)
    },
  )
}
