import { setTimeout as sleep } from 'node:timers/promises'
import type { Events } from '#server/kernel/events.ts'
import { classifyStorageError, DATABASE_UNAVAILABLE } from '#server/kernel/http/storage-error.ts'
import type { Db, Tx } from './db.ts'
import { withLock } from './postgres/locks.ts'

const MAX_ATTEMPTS = 12
/** From this attempt on, a transaction that was refused runs alone, or one beside many others would never succeed. */
const ALONE_FROM_ATTEMPT = 2
/** The delay doubles with every attempt up to the maximum. A random part prevents the same conflict from recurring. */
const BACKOFF_MS = 4
const MAX_BACKOFF_MS = 200
/** After this time an unreachable server is not tried again; one attempt to connect takes seconds. */
const UNAVAILABLE_TIMEOUT_MS = 3000

/**
 * Runs `work` in a serializable transaction (decision 0133). PostgreSQL refuses one of two conflicting transactions,
 * which then runs again, up to 12 times: `work` must be idempotent, that is, have no effect except its writes through
 * `tx`. Rejects with the last error.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    let isDone = false
    const runAttempt = (connection: Db) =>
      connection
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (tx) => {
          const result = await work(tx)
          isDone = true
          return result
        })
    try {
      // The lock comes first: a transaction sees the data as of its first statement.
      const lock = { name: 'turn of a transaction', isShared: attempt < ALONE_FROM_ATTEMPT }
      return await withLock(db, lock, runAttempt)
    } catch (error) {
      const isTimedOut = isUnavailable(error) && performance.now() - startedAt > UNAVAILABLE_TIMEOUT_MS
      if (attempt === MAX_ATTEMPTS || isTimedOut || !isRetryable(error, isDone)) throw error
      await sleep(Math.random() * Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempt))
    }
  }
}

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

/** A commit during which the connection was lost may have succeeded, so that it is not repeated. */
const isRetryable = (error: unknown, isDone: boolean): boolean =>
  classifyStorageError(error) === 'conflict' || (isUnavailable(error) && !isDone)

const isUnavailable = (error: unknown): boolean => (error as { code?: unknown }).code === DATABASE_UNAVAILABLE
