import { setImmediate } from 'node:timers/promises'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Enqueue } from '#server/kernel/queue.ts'
import type { BlobStorage } from './storage/blob-storage.ts'
import { deleteMediaBefore, findMedia, listMediaBefore } from './store.ts'

/** The media ids that other modules refer to. */
export interface PictureUsage {
  /** Iterates over all of them in batches. */
  all(): AsyncIterable<string[]>
  /** Lists those in content that has changed since this time, and in content that has no time of change. */
  since(tx: Tx, at: string): Promise<string[]>
}

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
  usage: PictureUsage,
): Promise<number> {
  await deleteUnusedRecords(deps, before, usage)
  let removed = 0
  for await (const id of deps.blobStorage.listUnmodifiedSince(new Date(before)))
    if (await deps.enqueue(() => removeFilesWithoutRecord(deps, id, new Date(before)))) removed++
  return removed
}

async function deleteUnusedRecords(
  { db, clock, onRecordsDeleted }: SweepDeps,
  before: string,
  usage: PictureUsage,
): Promise<void> {
  const startedAt = toIso(clock())
  const unused = new Set(await listMediaBefore(db, before))
  for await (const ids of usage.all()) {
    for (const id of ids) unused.delete(id)
    // The event loop handles requests between two batches.
    await setImmediate()
  }
  if (unused.size === 0) return
  await inTransaction(db, async (tx) => {
    for (const id of await usage.since(tx, startedAt)) unused.delete(id)
    await deleteMediaBefore(tx, [...unused], before)
  })
  onRecordsDeleted()
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
