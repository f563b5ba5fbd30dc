import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db.ts'
import { createKysely } from './dialect.ts'
import { openPool } from './pool.ts'

/** Between two queries to a replica that is behind. */
const POLL_INTERVAL_MS = 100
/** Between two queries to a replica that cannot be reached. */
const RETRY_DELAY_MS = 1000

export interface Replica {
  /** Read-only. */
  db: Db
  /** To be called after every change: queries go to the primary server until the replica has replayed it. */
  waitForReplay(): void
}

/**
 * Opens the database on the replica at `replicaUrl` of the server at `url`. Reads are never older than the last call of
 * `waitForReplay`: while the replica is behind or unreachable, queries go to the primary server.
 */
export function openReplica(replicaUrl: string, { url, name }: { url: string; name: string }): Replica {
  const primaryPool = openPool(url, { name })
  const replicaPool = openPool(replicaUrl, { name })
  let isCaughtUp = false
  /** The number of the last change; waiting for an earlier one ends. */
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
        // A replica that was promoted replays nothing: the LSN is null.
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
      // The replica cancelled a query or cannot be reached.
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
