import type { DocumentChanges, ItemDocument } from '#contracts/files/item-document.ts'
import { send } from '#web/lib/api/api.ts'
import { jsonQuery } from '../../../session/requests.ts'
import { adminApi, createAdminUploadApi } from '../../../session/session.ts'

const getListPath = (itemId: string) => `/api/items/${encodeURIComponent(itemId)}/documents`
const getPath = (itemId: string, id: string) => `${getListPath(itemId)}/${encodeURIComponent(id)}`

/** The documents of an item in their order. */
export const documentsQuery = (itemId: string) => jsonQuery<ItemDocument[]>(getListPath(itemId))

interface Upload {
  itemId: string
  /** The document whose file is replaced; undefined adds a document. */
  documentId: string | undefined
  file: File
  signal: AbortSignal
  /** Receives the share that was sent, 0 to 1. */
  onProgress: (share: number) => void
}

/** Adds a document or replaces its file. Throws ApiError, or TypeError without a response. */
export function uploadDocument({
  itemId,
  documentId,
  file,
  signal,
  onProgress,
}: Upload): Promise<ItemDocument> {
  const body = new FormData()
  body.append('file', file)
  const [method, path] = documentId
    ? (['PATCH', getPath(itemId, documentId)] as const)
    : (['POST', getListPath(itemId)] as const)
  const api = createAdminUploadApi((bytes) => onProgress(Math.min(bytes / file.size, 1)))
  return send(api, method, path, body, 'The file could not be uploaded. Try again.', { signal })
}

/** Changes a document and returns it. */
export const changeDocument = (itemId: string, id: string, changes: DocumentChanges): Promise<ItemDocument> =>
  send(adminApi, 'PATCH', getPath(itemId, id), changes)

/** Deletes a document. */
export const deleteDocument = (itemId: string, id: string): Promise<unknown> =>
  send(adminApi, 'DELETE', getPath(itemId, id))

/** Undoes the deletion of a document. */
export const restoreDocument = (itemId: string, id: string): Promise<ItemDocument> =>
  send(adminApi, 'POST', `${getPath(itemId, id)}/restoration`)
