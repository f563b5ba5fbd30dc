import type { Db } from '#server/database/db.ts'
import { deleteUnusedRecords, type FileUsage } from '#server/database/unused-records.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Enqueue } from '#server/kernel/queue.ts'
import type { BlobStorage } from './storage/blob-storage.ts'
import { deleteMediaBefore, findMedia, listMediaBefore } from './store.ts'

interface SweepDeps {
  db: Db
  blobStorage: BlobStorage
  clock: Clock
  enqueue: Enqueue
  /** Called after records were deleted and before their files are removed. */
  onRecordsDeleted(): void
}

/**
 * Removes pictures that nothing refers to: first their records, then the files of every picture without a record, such
 * as those of an upload that failed. Only what is older than `before` (ISO 8601) is removed, which is a day ago in
 * production: an upload sets the date of an existing record or writes new files before its transaction refers to the
 * picture, so that both are younger. Returns the number of pictures whose files were removed.
 */
export async function removeUnusedPictures(
  deps: SweepDeps,
  before: string,
  usage: FileUsage,
): Promise<number> {
  const records = { usage, listBefore: listMediaBefore, deleteBefore: deleteMediaBefore }
  if (await deleteUnusedRecords(deps, before, records)) deps.onRecordsDeleted()
  let removed = 0
  for await (const id of deps.blobStorage.listUnmodifiedSince(new Date(before)))
    if (await deps.enqueue(() => removeFilesWithoutRecord(deps, id, new Date(before)))) removed++
  return removed
}

/**
 * Runs between two uploads of this process. The age is read again immediately before the removal: an upload of the
 * same picture, also by another process, may have written files since the listing. Returns whether files were removed.
 */
async function removeFilesWithoutRecord(
  { db, blobStorage }: SweepDeps,
  id: string,
  before: Date,
): Promise<boolean> {
  const files = await blobStorage.listFiles(id)
  if (files.some(({ changedAt }) => changedAt >= before)) return false
  if ((await findMedia(db, [id])).length > 0) return false
  await blobStorage.removeFiles(id)
  return true
}
