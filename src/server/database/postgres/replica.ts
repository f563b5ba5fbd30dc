import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db.ts'
import { createKysely } from './open.ts'
import { openPool } from './pool.ts'

/** How often a replica that is behind is asked whether it has caught up. */
const POLL_INTERVAL_MS = 100
/** The same for one that does not answer. */
const RETRY_DELAY_MS = 1000

export interface Replica {
  /** For questions alone. */
  db: Db
  /** To be called after every change: until the replica has it too, questions go to the server itself. */
  waitForReplay(): void
}

/**
 * The site's tables on the replica at `replicaUrl` of the server at `url`. What is read there is never older than the last
 * change that was told of; while the replica is behind or away, the server answers.
 */
export function openReplica(replicaUrl: string, { url, name }: { url: string; name: string }): Replica {
  const primaryPool = openPool(url, { name })
  const replicaPool = openPool(replicaUrl, { name })
  let isCaughtUp = false
  /** Of the last change; whoever waits for an earlier one leaves off. */
  let changeSequence = 0
  let isClosed = false

  async function waitForReplay(): Promise<void> {
    const sequence = ++changeSequence
    isCaughtUp = false
    let targetLsn: string | undefined
    while (!isClosed && sequence === changeSequence) {
      try {
        targetLsn ??= (await primaryPool.query('select pg_current_wal_insert_lsn() as at')).rows[0]
          .at as string
        // A replica that has become a server of its own replays nothing.
        const reached = 'coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as reached'
        const { rows } = await replicaPool.query(`select ${reached}`, [targetLsn])
        if (sequence === changeSequence) isCaughtUp = rows[0].reached
        if (isCaughtUp) return
        await sleep(POLL_INTERVAL_MS, undefined, { ref: false })
      } catch {
        await sleep(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
  }

  waitForReplay()
  const db = createKysely({
    pick(isRetry = false) {
      // It gave up a question, or went away.
      if (isRetry && isCaughtUp) waitForReplay()
      return isCaughtUp && !isRetry ? replicaPool : primaryPool
    },
    async end() {
      isClosed = true
      await Promise.all([primaryPool.end(), replicaPool.end()])
    },
  })
  return { db, waitForReplay }
}
