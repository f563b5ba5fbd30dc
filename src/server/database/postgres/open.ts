import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import { openChangeListener } from './change-listener.ts'
import { openPostgres } from './dialect.ts'
import { openReplica } from './replica.ts'
import { createTrigramIndexes } from './trigram-indexes.ts'

/** Opens and migrates the database on the PostgreSQL server at `url`, with an optional read replica. */
export async function openPostgresDatabase(url: string, replicaUrl: string | undefined): Promise<Database> {
  const name = `capstan ${randomUUID()}`
  await prepareSchema(openPostgres(url, { name, withoutTimeouts: true }))
  const db = openPostgres(url, { name })
  const changeListener = openChangeListener(url, name)
  const replica = replicaUrl ? openReplica(replicaUrl, { url, name }) : undefined
  const waitForReplay = () => replica?.waitForReplay()
  changeListener.onChange(waitForReplay)
  return {
    db,
    reader: replica?.db ?? db,
    notifyLocalChange: waitForReplay,
    probe: () => probePostgres(db),
    setLockTimeout: async () => {},
    getSizeInBytes: () => getPostgresSize(db),
    onRemoteChange: changeListener.onChange,
    async close() {
      await changeListener.close()
      await replica?.db.destroy()
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
