import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'

import { listImportsWithFileBefore, updateImport } from './store.ts'

/** The part of a blob storage (media/storage/blob-storage.ts) that imports use. */
interface BlobStorage {
  putStream(key: string, stream: Readable, bytes: number): Promise<void>
  open(key: string): Promise<{ bytes: number; stream: Readable } | undefined>
  removeFiles(id: string): Promise<void>
}

/** The files of imports. Staff can import them again, so that they are not part of backups. */
export interface ImportStorage {
  /** Stores the uploaded file; returns its size in bytes. */
  store(importId: string, path: string): Promise<number>
  /** Passes a copy of the file in `tmpDir` to `use`, and deletes the copy. Throws 410 if the file was removed. */
  withFile<Result>(importId: string, tmpDir: string, use: (path: string) => Promise<Result>): Promise<Result>
  remove(importId: string): Promise<void>
}

const toKey = (importId: string) => `${importId}/file`

export const createImportStorage = (blobs: BlobStorage): ImportStorage => ({
  async store(importId, path) {
    const { size } = await stat(path)
    await blobs.putStream(toKey(importId), createReadStream(path), size)
    return size
  },
  async withFile(importId, tmpDir, use) {
    const file = await blobs.open(toKey(importId))
    if (!file)
      throw new HttpProblem(410, 'file-removed', 'The file of this import was removed. Import it again.')
    const path = join(tmpDir, `import-${randomUUID()}`)
    try {
      await pipeline(file.stream, createWriteStream(path))
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  },
  remove: (importId) => blobs.removeFiles(importId),
})

/** Removes the files of imports from before this time, and returns their number. */
export async function removeOldImportFiles(db: Db, storage: ImportStorage, before: Date): Promise<number> {
  const ids = await listImportsWithFileBefore(db, toIso(before))
  for (const id of ids) {
    await storage.remove(id)
    await inTransaction(db, (tx) => updateImport(tx, id, { has_file: 0 }))
  }
  return ids.length
}
