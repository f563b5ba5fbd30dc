import { setImmediate } from 'node:timers/promises'
import { type Clock, toIso } from '../kernel/clock.ts'
import type { Db, Tx } from './db.ts'
import { inTransaction } from './transaction.ts'

/** The ids of files that stored content refers to. */
export interface FileUsage {
  /** Iterates over all of them in batches. */
  all(): AsyncIterable<string[]>
  /** Lists those in content that has changed since this time, and in content that has no time of change. */
  since(tx: Tx, at: string): Promise<string[]>
}

interface FileRecords {
  /** Lists the ids of the records stored before this time. */
  listBefore(db: Db, before: string): Promise<string[]>
  /** Deletes those of the records that were stored before this time. */
  deleteBefore(tx: Tx, ids: string[], before: string): Promise<void>
}

/** Deletes the records of files to which nothing refers and that were stored before this time. Returns whether there were any. */
export async function deleteUnusedRecords(
  { db, clock }: { db: Db; clock: Clock },
  before: string,
  { usage, listBefore, deleteBefore }: FileRecords & { usage: FileUsage },
): Promise<boolean> {
  const startedAt = toIso(clock())
  const unused = new Set(await listBefore(db, before))
  if (unused.size === 0) return false
  for await (const ids of usage.all()) {
    for (const id of ids) unused.delete(id)
    // The event loop handles requests between two batches.
    await setImmediate()
  }
  if (unused.size === 0) return false
  await inTransaction(db, async (tx) => {
    for (const id of await usage.since(tx, startedAt)) unused.delete(id)
    await deleteBefore(tx, [...unused], before)
  })
  return true
}
