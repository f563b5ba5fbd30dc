import { setTimeout as sleep } from 'node:timers/promises'
import { DATABASE_AWAY, faultOf } from '#server/kernel/store-fault.ts'
import type { Db } from './open.ts'

const MOST_TRIES = 12
/** Doubled from try to try up to the most, and different for each, so that those who met do not meet again. */
const PAUSE_MS = 4
const MOST_PAUSE_MS = 200
/** A server that does not even refuse is given up after so long; each try of connecting takes seconds. */
const AWAY_PATIENCE_MS = 3000

/**
 * Does `work` as if nobody else wrote meanwhile, whole or not at all (decision 0133). Where others do, PostgreSQL
 * refuses one of them, who begins again: `work` may run several times, so it changes nothing but the database.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  for (let tried = 1; ; tried++) {
    let isDone = false
    try {
      return await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (transaction) => {
          const result = await work(transaction)
          isDone = true
          return result
        })
    } catch (error) {
      const isTooLate = isAway(error) && performance.now() - began > AWAY_PATIENCE_MS
      if (tried === MOST_TRIES || isTooLate || !mayBeginAgain(error, isDone)) throw error
      await sleep(Math.random() * Math.min(MOST_PAUSE_MS, PAUSE_MS * 2 ** tried))
    }
  }
}

/** Where the connection was lost while the end was being written, nobody knows whether it was. */
const mayBeginAgain = (error: unknown, isDone: boolean): boolean =>
  faultOf(error) === 'crossed' || (isAway(error) && !isDone)

const isAway = (error: unknown): boolean => (error as { code?: unknown }).code === DATABASE_AWAY
