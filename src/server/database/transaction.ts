import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DATABASE_AWAY, faultOf } from '#server/kernel/store-fault.ts'
import type { Db, Tx } from './db.ts'
import { isPostgres, lockNamed } from './engine.ts'

const MOST_TRIES = 12
/** From this try on, those who were refused go one after the other, or of many at once some would run out of tries. */
const FIRST_IN_TURN = 3
/** What they queue for. */
const TURN = lockNamed('turn of a transaction')
/** Doubled from try to try up to the most, and different for each, so that those who met do not meet again. */
const PAUSE_MS = 4
const MOST_PAUSE_MS = 200
/** A server that does not even refuse is given up after so long; each try of connecting takes seconds. */
const AWAY_PATIENCE_MS = 3000

/**
 * Does `work` as if nobody else wrote meanwhile, whole or not at all (decision 0133). Where others do, PostgreSQL
 * refuses one of them, who begins again: `work` may run several times, so it changes nothing but the database.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const began = performance.now()
  for (let tried = 1; ; tried++) {
    let isDone = false
    const attempt = (on: Db) =>
      on
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (tx) => {
          const result = await work(tx)
          isDone = true
          return result
        })
    try {
      return await (tried < FIRST_IN_TURN || !isPostgres(db) ? attempt(db) : inTurn(db, attempt))
    } catch (error) {
      const isTooLate = isAway(error) && performance.now() - began > AWAY_PATIENCE_MS
      if (tried === MOST_TRIES || isTooLate || !mayBeginAgain(error, isDone)) throw error
      await sleep(Math.random() * Math.min(MOST_PAUSE_MS, PAUSE_MS * 2 ** tried))
    }
  }
}

/** Waits before the transaction begins: what it sees is as of its first statement. */
async function inTurn<Result>(db: Db, attempt: (on: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${TURN})`.execute(connection)
    try {
      return await attempt(connection)
    } finally {
      // With a connection that is lost, the lock is gone already.
      await sql`select pg_advisory_unlock(${TURN})`.execute(connection).catch(() => undefined)
    }
  })
}

/** Where the connection was lost while the end was being written, nobody knows whether it was. */
const mayBeginAgain = (error: unknown, isDone: boolean): boolean =>
  faultOf(error) === 'crossed' || (isAway(error) && !isDone)

const isAway = (error: unknown): boolean => (error as { code?: unknown }).code === DATABASE_AWAY
