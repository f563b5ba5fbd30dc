import type { Readable } from 'node:stream'
import type { ItemDeps } from '../items/deps.ts'

/** The part of the blob storage (media/storage/blob-storage.ts) that documents use. Keys are '{blob id}/file'. */
interface DocumentStorage {
  putFile(key: string, path: string): Promise<void>
  open(
    key: string,
    range?: { start: number; end: number },
  ): Promise<{ bytes: number; stream: Readable } | undefined>
  listFiles(id: string): Promise<{ changedAt: Date }[]>
  removeFiles(id: string): Promise<void>
  listUnmodifiedSince(before: Date): AsyncIterable<string>
}

/** What routes and commands of documents need. */
export interface DocumentDeps extends ItemDeps {
  documentStorage: DocumentStorage
}

export const toStorageKey = (blobId: string): string => `${blobId}/file`
