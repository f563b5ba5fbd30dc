import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ENQUIRY_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import { toClientNetwork } from '#server/kernel/http/http.ts'
import {
  createUploadLimit,
  type UploadedFile,
  withFile,
  withMultipartForm,
} from '#server/kernel/http/multipart.ts'
import { createNetworkLimit } from '#server/kernel/http/rate-limit.ts'
import type { AttachmentDeps } from '../deps.ts'
import { type CheckSpace, checkSpace, checkSpaceOfNetwork, storeAttachment } from './attachments.ts'

/** Uploads of one network: six enquiries with five files each. */
const UPLOAD_RATE_LIMIT = { max: 30, timeWindow: '1 hour' }
/** The last files of the networks that have uploaded some within a day, by which unsent ones are deleted. */
const NETWORKS = { max: 10_000, ttl: 86_400_000 }
const MAX_FILES_OF_NETWORK = 1000

const FILE_RULES = {
  field: 'file',
  unnamed: 'The file',
  maxFiles: 1,
  maxBytes: ENQUIRY_LIMITS.attachmentBytes,
}
const UPLOAD_RULES = {
  ...FILE_RULES,
  tooMany: 'Attach one file at a time.',
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_ATTACHMENT_SIZE}. Attach a smaller file, or several parts.`,
}
const FORM_RULES = {
  ...FILE_RULES,
  tooMany: 'Attach one file only.',
  describeTooLarge: (name: string) =>
    `${name} is larger than ${MAX_ATTACHMENT_SIZE}. Go back and attach a smaller file.`,
  // All options of the largest quotation can be chosen.
  maxFields: 600,
}

/** Stores the file of a form. Throws 400, 415, 429 and 503. */
type StoreFile = () => Promise<AttachmentSummary>

/** Receives all files of visitors, so that the limits of a network count them together. */
export interface FileReceiver {
  /** Reads the file of a visitor's form and stores it; it belongs to no enquiry yet. Throws 400, 413, 415, 429, 503 and 507. */
  receiveFile(request: FastifyRequest): Promise<AttachmentSummary>
  /**
   * Reads a form of a customer with a private link, which can contain a file. Files of other networks never prevent that it is
   * stored. Throws 400, 413, 415, 503 and 507.
   */
  receiveForm<Result>(
    request: FastifyRequest,
    handle: (fields: Record<string, string>, storeFile: StoreFile | undefined) => Promise<Result>,
  ): Promise<Result>
}

export function createFileReceiver(
  app: FastifyInstance,
  deps: AttachmentDeps & { tmpDir: string },
): FileReceiver {
  const { db, tmpDir } = deps
  const countForNetwork = createNetworkLimit(app, UPLOAD_RATE_LIMIT)
  const limitUploads = createUploadLimit()
  // Uploads of strangers do not keep customers from accepting.
  const limitForms = createUploadLimit()
  const idsOfNetworks = new LRUCache<string, string[]>(NETWORKS)
  const getIds = ({ ip }: FastifyRequest) => idsOfNetworks.get(toClientNetwork(ip)) ?? []
  const store = async (request: FastifyRequest, file: UploadedFile, checkSpace: CheckSpace) => {
    const stored = await storeAttachment(deps, file, (tx) => checkSpace(tx, getIds(request)))
    idsOfNetworks.set(
      toClientNetwork(request.ip),
      [...getIds(request), stored.id].slice(-MAX_FILES_OF_NETWORK),
    )
    return stored
  }
  return {
    async receiveFile(request) {
      await countForNetwork(request)
      return limitUploads(async () => {
        await checkSpace(db, getIds(request))
        return withFile(request, tmpDir, UPLOAD_RULES, (file) => store(request, file, checkSpace))
      })
    },
    receiveForm: (request, handle) =>
      limitForms(() =>
        withMultipartForm(
          request,
          tmpDir,
          async ({ fields, files: [file] }) => {
            const storeFile =
              file &&
              (async () => {
                await countForNetwork(request)
                return store(request, file, checkSpaceOfNetwork)
              })
            return handle(fields, storeFile)
          },
          FORM_RULES,
        ),
      ),
  }
}
