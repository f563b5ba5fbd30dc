import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { DocumentDeps } from './deps.ts'
import { isUsed, removeDeletedBefore } from './store.ts'

/**
 * Removes the documents that were deleted before this time, and then older files that no document has, such as those of
 * replaced documents, deleted items and failed uploads. Returns the number of files. An upload writes its file anew, also one
 * that exists, so that a file that a transaction is about to use is younger.
 */
export async function removeUnusedDocuments(
  { db, documentStorage }: Pick<DocumentDeps, 'db' | 'documentStorage'>,
  before: Date,
): Promise<number> {
  await inTransaction(db, (tx) => removeDeletedBefore(tx, toIso(before)))
  let removed = 0
  for await (const id of documentStorage.listUnmodifiedSince(before)) {
    if (await isUsed(db, id)) continue
    const files = await documentStorage.listFiles(id)
    if (files.some(({ changedAt }) => changedAt >= before)) continue
    await documentStorage.removeFiles(id)
    removed++
  }
  return removed
}
