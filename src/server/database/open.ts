import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { migrate } from './migrate.ts'
import { createTrigramIndexes } from './postgres/trigram-indexes.ts'
import { DATABASE_FILE, openSqlite, setBusyTimeout } from './sqlite/open.ts'
import { probeDatabase } from './sqlite/probe.ts'
import { openReadOnlyPool } from './sqlite/worker-pool.ts'

/** Where the data stand: embedded in `dataDir`, or on the PostgreSQL server at `url`. */
export interface DatabaseSettings {
  dataDir: string
  /** Holds a password; not for the log. */
  databaseUrl?: string | undefined
  /** A replica of that server, for what may take long. Not for the log. */
  databaseReadUrl?: string | undefined
}

/** The site's data, wherever they stand. */
export interface Database {
  db: Db
  /** The same data, for what may take long: asked of it, such questions hold up nobody else. Reads only. */
  reader: Db
  /** Writes something and takes it back. Rejects when that fails, or somebody holds the data longer than `patienceMs`. */
  probe(timeoutMs: number): Promise<void>
  /** From now on nobody waits longer than this for another program's write to end. */
  setLockTimeout(milliseconds: number): Promise<void>
  /** How much room the data take. */
  getSizeInBytes(): Promise<number>
  /** To be told of every change of what the public sees, before anybody reads again. */
  notifyLocalChange(): void
  /** Calls back when another process has changed what the public sees, or may have. */
  onRemoteChange(listener: () => void): void
  close(): Promise<void>
}

/**
 * Opens the site's data, creating and migrating the tables as needed.
 * Throws one sentence when they cannot be used, were written by a newer program, or are gone from a folder that had some.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return settings.databaseUrl
    ? openPostgresDatabase(settings.databaseUrl, settings.databaseReadUrl)
    : openSqliteDatabase(settings.dataDir)
}

async function openSqliteDatabase(dataDir: string): Promise<Database> {
  const db = await openSqlite(dataDir)
  const reader = openReadOnlyPool(dataDir)
  const file = join(dataDir, DATABASE_FILE)
  const getFileSize = async (path: string) => (await stat(path)).size
  return {
    db,
    reader,
    probe: (timeoutMs) => probeDatabase(dataDir, timeoutMs),
    setLockTimeout: (milliseconds) => setBusyTimeout(db, milliseconds),
    getSizeInBytes: async () => (await getFileSize(file)) + (await getFileSize(`${file}-wal`).catch(() => 0)),
    // Nobody else serves from the same file.
    notifyLocalChange: () => {},
    onRemoteChange: () => {},
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}

/** The driver is loaded only where it is used. */
async function openPostgresDatabase(url: string, replicaUrl: string | undefined): Promise<Database> {
  const { openPostgres } = await import('./postgres/open.ts')
  const { openReplica } = await import('./postgres/replica.ts')
  const { openChangeListener } = await import('./postgres/change-listener.ts')
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
    // Whoever waits here holds up nobody else, and has a limit already.
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

const ROLL_BACK = new Error('Nothing is kept of this.')

async function probePostgres(db: Db): Promise<void> {
  const writeAndRollBack = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('derived_data_version').values({ name: 'probe', version: 0 }).execute()
    throw ROLL_BACK
  })
  await writeAndRollBack.catch((error) => {
    if (error !== ROLL_BACK) throw error
  })
}

async function getPostgresSize(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}
