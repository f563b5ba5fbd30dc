import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { NodeSqliteDialect, openSqliteFile } from './dialect.ts'

/** Its name in the data folder. */
export const DATABASE_FILE = 'capstan.sqlite'

/**
 * Opens the database file in `dataDir`, creating and migrating it as needed.
 * Throws one sentence when the file cannot be used, was written by a newer program, or is gone from a folder that had one.
 */
export async function openSqlite(dataDir: string): Promise<Db> {
  const file = join(dataDir, DATABASE_FILE)
  refuseOrphanedMedia(dataDir, file)
  let db: Db
  try {
    mkdirSync(dataDir, { recursive: true })
    db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(openSqliteFile(file)) })
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

/** Pictures without a database are what is left of a site: an empty one must not open in its place. */
function refuseOrphanedMedia(dataDir: string, file: string): void {
  const mediaDir = join(dataDir, 'media')
  if (existsSync(file) || !existsSync(mediaDir) || readdirSync(mediaDir).length === 0) return
  throw new Error(
    `The database ${file} is missing, but its pictures are there. Put it back or restore a back-up; for a new site name an empty folder (DATA_DIR).`,
  )
}

/** From now on nobody waits longer than this for another program's write to end; while it waits, nothing else is answered. */
export async function setBusyTimeout(db: Db, milliseconds: number): Promise<void> {
  await sql.raw(`pragma busy_timeout = ${Math.trunc(milliseconds)}`).execute(db)
}
