import type { Events } from '#server/kernel/events.ts'
import type { Db, Tx } from './db.ts'
import { inTransaction } from './transaction.ts'

/**
 * Runs a transaction that changes what public pages show, and emits 'content-changed' after its commit. `hasChanged`
 * determines from the result whether anything was written; the default is true. See `inTransaction` for retries and
 * errors.
 */
export async function inContentTransaction<Result>(
  { db, events }: { db: Db; events: Events },
  work: (tx: Tx) => Promise<Result>,
  hasChanged: (result: Result) => boolean = () => true,
): Promise<Result> {
  const result = await inTransaction(db, work)
  if (hasChanged(result)) events.emit('content-changed')
  return result
}
