import type { Events } from '#server/kernel/events.ts'
import type { Db, Tx } from './db.ts'
import { inTransaction } from './transaction.ts'

/**
 * Runs a transaction that changes what public pages show, and emits 'content-changed' after its commit. See
 * `inTransaction` for retries and errors.
 */
export async function inContentTransaction<Result>(
  { db, events }: { db: Db; events: Events },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(db, work)
  events.emit('content-changed')
  return result
}
