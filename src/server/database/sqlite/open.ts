import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Database, Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import { toKysely } from './dialect.ts'
import { DATABASE_FILE, openSqliteFile, retryWhileLocked } from './file.ts'
import { openReadOnlyPool } from './worker-pool.ts'

/** Opens and migrates the database file in `dataDir`. One process serves a file: there are no remote changes. */
export async function openSqliteDatabase(dataDir: string): Promise<Database> {
  const db = await openSqlite(dataDir)
  const reader = openReadOnlyPool(dataDir)
  const file = join(dataDir, DATABASE_FILE)
  const getFileSize = async (path: string) => (await stat(path)).size
  return {
    db,
    reader,
    probe: (timeoutMs) => probeDatabase(file, timeoutMs),
    async setLockTimeout(milliseconds) {
      await sql.raw(`pragma busy_timeout = ${Math.trunc(milliseconds)}`).execute(db)
    },
    getSizeInBytes: async () => (await getFileSize(file)) + (await getFileSize(`${file}-wal`).catch(() => 0)),
    notifyChange: () => {},
    onRemoteChange: () => {},
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}

/**
 * Opens the database file in `dataDir`, and creates and migrates it as needed. Throws an error with a message
 * for the user when the file cannot be used, was written by a newer version, or is missing although pictures exist.
 */
export async function openSqlite(dataDir: string): Promise<Db> {
  const file = join(dataDir, DATABASE_FILE)
  rejectOrphanedMedia(dataDir, file)
  let db: Db
  try {
    mkdirSync(dataDir, { recursive: true })
    db = toKysely(openSqliteFile(file))
  } catch (cause) {
    throw new Error(`The database ${file} cannot be opened: ${(cause as Error).message}.`, { cause })
  }
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Throws when `dataDir` contains pictures but no database: the database is lost, and a new one would hide that. */
function rejectOrphanedMedia(dataDir: string, file: string): void {
  const mediaDir = join(dataDir, 'media')
  if (existsSync(file) || !existsSync(mediaDir) || readdirSync(mediaDir).length === 0) return
  throw new Error(
    `The database ${file} is missing, but its pictures are there. Put it back or restore a backup; for a new site, choose an empty folder (DATA_DIR).`,
  )
}

/** More than the page cache of the probe holds, so that SQLite writes to the disk before the end of the transaction. */
const PROBE_BYTES = 65_536

/**
 * Writes to the database file and rolls back. Rejects when the file is missing, the disk is full, or another program holds
 * the write lock for longer than `timeoutMs`. Waits for the lock without blocking this thread, and does not sync the disk.
 */
async function probeDatabase(file: string, timeoutMs: number): Promise<void> {
  const url = pathToFileURL(file)
  // Never creates a missing file.
  url.searchParams.set('mode', 'rw')
  await retryWhileLocked(timeoutMs, () => writeAndRollBack(url))
}

/** Uses its own connection, which opens the file that is at the path now and never waits for a lock. */
function writeAndRollBack(url: URL): void {
  // Closing rolls back an open transaction.
  using sqlite = new DatabaseSync(url, { timeout: 0 })
  sqlite.exec(`
    pragma cache_size = 1;
    begin immediate;
    create table probe (bytes);
    insert into probe values (zeroblob(${PROBE_BYTES}));
    rollback;
  `)
}
