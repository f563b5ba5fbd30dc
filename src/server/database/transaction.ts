import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { classifyStorageError, DATABASE_UNAVAILABLE } from '#server/kernel/storage-error.ts'
import type { Db, Tx } from './db.ts'
import { advisoryLockKey, isPostgres } from './sql-dialect.ts'

const MAX_ATTEMPTS = 12
/** From this try on, those who were refused go one after the other, or of many at once some would run out of tries. */
const SERIALIZE_FROM_ATTEMPT = 3
/** What they queue for. */
const GLOBAL_LOCK = advisoryLockKey('turn of a transaction')
/** Doubled from try to try up to the most, and different for each, so that those who met do not meet again. */
const BACKOFF_MS = 4
const MAX_BACKOFF_MS = 200
/** A server that does not even refuse is given up after so long; each try of connecting takes seconds. */
const UNAVAILABLE_TIMEOUT_MS = 3000

/**
 * Does `work` as if nobody else wrote meanwhile, whole or not at all (decision 0133). Where others do, PostgreSQL
 * refuses one of them, who begins again: `work` may run several times, so it changes nothing but the database.
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
      return await (attempt < SERIALIZE_FROM_ATTEMPT || !isPostgres(db)
        ? runAttempt(db)
        : withGlobalLock(db, runAttempt))
    } catch (error) {
      const isTimedOut = isUnavailable(error) && performance.now() - startedAt > UNAVAILABLE_TIMEOUT_MS
      if (attempt === MAX_ATTEMPTS || isTimedOut || !isRetryable(error, isDone)) throw error
      await sleep(Math.random() * Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempt))
    }
  }
}

/** Waits before the transaction begins: what it sees is as of its first statement. */
async function withGlobalLock<Result>(
  db: Db,
  runAttempt: (connection: Db) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${GLOBAL_LOCK})`.execute(connection)
    try {
      return await runAttempt(connection)
    } finally {
      // With a connection that is lost, the lock is gone already.
      await sql`select pg_advisory_unlock(${GLOBAL_LOCK})`.execute(connection).catch(() => undefined)
    }
  })
}

/** Where the connection was lost while the end was being written, nobody knows whether it was. */
const isRetryable = (error: unknown, isDone: boolean): boolean =>
  classifyStorageError(error) === 'crossed' || (isUnavailable(error) && !isDone)

const isUnavailable = (error: unknown): boolean => (error as { code?: unknown }).code === DATABASE_UNAVAILABLE
