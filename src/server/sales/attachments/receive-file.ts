import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ENQUIRY_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import { toClientNetwork } from '#server/kernel/http/http.ts'
import { createUploadLimit, withFile } from '#server/kernel/http/multipart.ts'
import { createNetworkLimit } from '#server/kernel/http/rate-limit.ts'
import type { AttachmentDeps } from '../deps.ts'
import { checkSpace, storeAttachment } from './attachments.ts'

/** Uploads of one network: six enquiries with five files each. */
const UPLOAD_RATE_LIMIT = { max: 30, timeWindow: '1 hour' }
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

/** Reads the file of a visitor's form and stores it; it belongs to no enquiry yet. Throws 400, 413, 415, 429, 503 and 507. */
export type ReceiveFile = (request: FastifyRequest) => Promise<AttachmentSummary>

/** Returns the function that receives all files of visitors, so that the limits of a network count them together. */
export function createFileReceiver(
  app: FastifyInstance,
  deps: AttachmentDeps & { tmpDir: string },
): ReceiveFile {
  const countForNetwork = createNetworkLimit(app, UPLOAD_RATE_LIMIT)
  const limitUploads = createUploadLimit()
  const idsOfNetworks = new LRUCache<string, string[]>(NETWORKS)
  return async (request) => {
    await countForNetwork(request)
    const network = toClientNetwork(request.ip)
    const getIds = () => idsOfNetworks.get(network) ?? []
    const stored = await limitUploads(async () => {
      await checkSpace(deps.db, getIds())
      return withFile(request, deps.tmpDir, FILE_RULES, (file) => storeAttachment(deps, file, getIds()))
    })
    idsOfNetworks.set(network, [...getIds(), stored.id].slice(-MAX_FILES_OF_NETWORK))
    return stored
  }
}
