import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ENQUIRY_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import { AttachmentId, AttachmentSummary } from '#contracts/files/attachment.ts'
import { sendAttachment } from '#server/kernel/file-formats.ts'
import { toClientNetwork } from '#server/kernel/http/http.ts'
import { createUploadLimit, withMultipartForm } from '#server/kernel/http/multipart.ts'
import { badRequest, notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { SalesDeps } from '../deps.ts'
import { checkSpace, openAttachment, storeAttachment } from './attachments.ts'
import { listKnownIds } from './store-attachments.ts'

/** Uploads of one network: six enquiries with five files each. */
const UPLOAD_RATE_LIMIT = { max: 30, timeWindow: '1 hour' }
const CHECK_RATE_LIMIT = { max: 60, timeWindow: '10 minutes' }
const KnownFilesParam = z
  .string()
  .max(300)
  .transform((text) => text.split(','))
  .pipe(z.array(AttachmentId).max(ENQUIRY_LIMITS.attachments))
/** The last files of the networks that have uploaded some within a day, by which unsent ones are deleted. */
const NETWORKS = { max: 10_000, ttl: 86_400_000 }
const MAX_FILES_OF_NETWORK = 1000

const FILE_RULES = {
  field: 'file',
  unnamed: 'The file',
  maxFiles: 1,
  tooMany: 'Please send each file on its own.',
  maxBytes: ENQUIRY_LIMITS.attachmentBytes,
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_ATTACHMENT_SIZE}. Please send a smaller file, or several parts.`,
}

/** Registers the upload of files by visitors and their download by staff (decision 0152). */
export function attachmentRoutes(app: FastifyInstance, deps: SalesDeps): void {
  const { db, guard, tmpDir } = deps
  const route = createRouter(app, { guard, tag: 'enquiries' })
  const limitUploads = createUploadLimit()
  const idsOfNetworks = new LRUCache<string, string[]>(NETWORKS)

  route(
    'POST /api/enquiries/attachments',
    {
      permission: 'public',
      rateLimit: UPLOAD_RATE_LIMIT,
      summary: `Upload a file of at most ${MAX_ATTACHMENT_SIZE} for an enquiry that is sent within a day`,
      form: z.object({ file: z.string().meta({ format: 'binary' }) }),
      status: 201,
      reply: AttachmentSummary,
    },
    async (request, reply) => {
      const network = toClientNetwork(request.ip)
      const getIds = () => idsOfNetworks.get(network) ?? []
      const stored = await limitUploads(async () => {
        await checkSpace(db, getIds())
        return withMultipartForm(
          request,
          tmpDir,
          async ({ files: [file] }) => {
            if (!file) throw badRequest('Please choose a file.')
            return storeAttachment(deps, file, getIds())
          },
          FILE_RULES,
        )
      })
      idsOfNetworks.set(network, [...getIds(), stored.id].slice(-MAX_FILES_OF_NETWORK))
      reply.header('cache-control', 'no-store')
      return stored
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
