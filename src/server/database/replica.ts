import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './db.ts'
import { tablesOn } from './postgres.ts'
import { openPool } from './postgres-pool.ts'

/** How often a replica that is behind is asked whether it has caught up. */
const LOOK_MS = 100
/** The same for one that does not answer. */
const AWAY_MS = 1000

export interface Replica {
  /** For questions alone. */
  db: Db
  /** To be called after every change: until the replica has it too, questions go to the server itself. */
  catchUp(): void
}

/**
 * The site's tables on the replica at `replicaUrl` of the server at `url`. What is read there is never older than the last
 * change that was told of; while the replica is behind or away, the server answers.
 */
export function openReplica(replicaUrl: string, { url, name }: { url: string; name: string }): Replica {
  const server = openPool(url, { name })
  const replica = openPool(replicaUrl, { name })
  let isCurrent = false
  /** Of the last change; whoever waits for an earlier one leaves off. */
  let change = 0
  let isClosed = false

  async function catchUp(): Promise<void> {
    const own = ++change
    isCurrent = false
    let wanted: string | undefined
    while (!isClosed && own === change) {
      try {
        wanted ??= (await server.query('select pg_current_wal_insert_lsn() as at')).rows[0].at as string
        // A replica that has become a server of its own replays nothing.
        const reached = 'coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as reached'
        const { rows } = await replica.query(`select ${reached}`, [wanted])
        if (own === change) isCurrent = rows[0].reached
        if (isCurrent) return
        await sleep(LOOK_MS, undefined, { ref: false })
      } catch {
        await sleep(AWAY_MS, undefined, { ref: false })
      }
    }
  }

  catchUp()
  const db = tablesOn({
    choose(again = false) {
      // It gave up a question, or went away.
      if (again && isCurrent) catchUp()
      return isCurrent && !again ? replica : server
    },
    async end() {
      isClosed = true
      await Promise.all([server.end(), replica.end()])
    },
  })
  return { db, catchUp }
}
