import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database, Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openChangeListener } from './change-listener.ts'
import { createKysely, openPostgres } from './dialect.ts'
import { openPool } from './pool.ts'
import { createTrigramIndexes } from './trigram-indexes.ts'

/** Opens and migrates the database on the PostgreSQL server at `url`, with an optional read replica. */
export async function openPostgresDatabase(url: string, replicaUrl: string | undefined): Promise<Database> {
  const name = `capstan ${randomUUID()}`
  await prepareSchema(openPostgres(url, { name, withoutTimeouts: true }))
  const pool = openPool(url, { name })
  const db = createKysely(pool)
  const replica = replicaUrl ? openReplica(openPool(replicaUrl, { name }), { primary: pool, db }) : undefined
  const changeListener = await openChangeListener(url, name)
  return {
    db,
    reader: replica?.reader ?? db,
    notifyChange: () => replica?.waitForReplay(),
    probe: () => probePostgres(db),
    setLockTimeout: async () => {},
    getSizeInBytes: () => getPostgresSize(db),
    onRemoteChange: changeListener.onChange,
    async close() {
      await changeListener.close()
      await replica?.close()
      await db.destroy()
    },
  }
}

async function prepareSchema(db: Db): Promise<void> {
  try {
    await migrate(db)
    await createTrigramIndexes(db)
  } finally {
    await db.destroy()
  }
}

async function probePostgres(db: Db): Promise<void> {
  const transaction = await db.startTransaction().execute()
  try {
    await transaction.insertInto('derived_data_version').values({ name: 'probe', version: 0 }).execute()
  } finally {
    await transaction.rollback().execute()
  }
}

async function getPostgresSize(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

/** Between two queries to a replica that is behind. */
const POLL_INTERVAL_MS = 100
/** Between two queries to a replica that cannot be reached. */
const RETRY_DELAY_MS = 1000

interface Replica {
  reader: Db
  /** To be called after every change: queries go to the primary server until the replica has replayed it. */
  waitForReplay(): void
  close(): Promise<void>
}

/**
 * Opens the database on a replica of the server of `primary`, a pool, and `db`, Kysely on the same pool. Reads are never
 * older than the last call of `waitForReplay`: while the replica is behind or unreachable, queries go to the primary server.
 */
function openReplica(replica: pg.Pool, { primary, db }: { primary: pg.Pool; db: Db }): Replica {
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
        targetLsn ??= (await sql<{ lsn: string }>`select pg_current_wal_insert_lsn() as lsn`.execute(db))
          .rows[0]!.lsn
        // A replica that was promoted replays nothing: the LSN is null.
        const reached = 'coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as reached'
        const { rows } = await replica.query(`select ${reached}`, [targetLsn])
        if (sequence === changeSequence) isCaughtUp = rows[0].reached
        if (isCaughtUp) return
        await sleep(POLL_INTERVAL_MS, undefined, { ref: false })
      } catch {
        await sleep(RETRY_DELAY_MS, undefined, { ref: false })
      }
    }
  }

  async function connect(isRetry: boolean): Promise<pg.PoolClient> {
    if (isCaughtUp && !isRetry) {
      const client = await replica.connect().catch(() => undefined)
      if (client) return client
    }
    // The replica cancelled a query or cannot be reached.
    if (isCaughtUp) waitForReplay()
    return primary.connect()
  }

  waitForReplay()
  return {
    reader: createKysely(replica, connect),
    waitForReplay,
    async close() {
      isClosed = true
      await replica.end()
    },
  }
}
