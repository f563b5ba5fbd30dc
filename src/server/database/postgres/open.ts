import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openChangeListener } from './change-listener.ts'
import { createKysely, openPostgres } from './dialect.ts'
import { openPool } from './pool.ts'
import { openReplica } from './replica.ts'
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
