import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { DATABASE_FILE, limitWaiting, openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { probeDatabase } from './probe.ts'
import { openReader } from './reader.ts'
import { createTrigramIndexes } from './trigrams.ts'

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
  probe(patienceMs: number): Promise<void>
  /** From now on nobody waits longer than this for another program's write to end. */
  limitWaiting(milliseconds: number): Promise<void>
  /** How much room the data take. */
  bytes(): Promise<number>
  /** To be told of every change of what the public sees, before anybody reads again. */
  noteChange(): void
  /** Calls back when another process has changed what the public sees, or may have. */
  onForeignChange(listener: () => void): void
  close(): Promise<void>
}

/**
 * Opens the site's data, creating and migrating the tables as needed.
 * Throws one sentence when they cannot be used, were written by a newer program, or are gone from a folder that had some.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return settings.databaseUrl
    ? openServer(settings.databaseUrl, settings.databaseReadUrl)
    : openFile(settings.dataDir)
}

async function openFile(dataDir: string): Promise<Database> {
  const db = await openEmbedded(dataDir)
  const reader = openReader(dataDir)
  const file = join(dataDir, DATABASE_FILE)
  const bytesOf = async (path: string) => (await stat(path)).size
  return {
    db,
    reader,
    probe: (patienceMs) => probeDatabase(dataDir, patienceMs),
    limitWaiting: (milliseconds) => limitWaiting(db, milliseconds),
    bytes: async () => (await bytesOf(file)) + (await bytesOf(`${file}-wal`).catch(() => 0)),
    // Nobody else serves from the same file.
    noteChange: () => {},
    onForeignChange: () => {},
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}

/** The driver is loaded only where it is used. */
async function openServer(url: string, readUrl: string | undefined): Promise<Database> {
  const { openPostgres } = await import('./postgres.ts')
  const { openReplica } = await import('./replica.ts')
  const { listenForChanges } = await import('./announcements.ts')
  const name = `capstan ${randomUUID()}`
  await prepare(openPostgres(url, { name, patient: true }))
  const db = openPostgres(url, { name })
  const announcements = listenForChanges(url, name)
  const replica = readUrl ? openReplica(readUrl, { url, name }) : undefined
  const catchUp = () => replica?.catchUp()
  announcements.onChange(catchUp)
  return {
    db,
    reader: replica?.db ?? db,
    noteChange: catchUp,
    probe: () => probeServer(db),
    // Whoever waits here holds up nobody else, and has a limit already.
    limitWaiting: async () => {},
    bytes: () => bytesOnServer(db),
    onForeignChange: announcements.onChange,
    async close() {
      await announcements.close()
      await replica?.db.destroy()
      await db.destroy()
    },
  }
}

async function prepare(db: Db): Promise<void> {
  try {
    await migrate(db)
    await createTrigramIndexes(db)
  } finally {
    await db.destroy()
  }
}

const TAKEN_BACK = new Error('Nothing is kept of this.')

async function probeServer(db: Db): Promise<void> {
  const writeAndTakeBack = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('derived').values({ name: 'probe', version: 0 }).execute()
    throw TAKEN_BACK
  })
  await writeAndTakeBack.catch((error) => {
    if (error !== TAKEN_BACK) throw error
  })
}

async function bytesOnServer(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}
