import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { NodeSqliteDialect, openSqliteFile } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/** Its name in the data folder. */
export const DATABASE_FILE = 'capstan.sqlite'

/** The database or a transaction in it; every store function takes it first. */
export type Db = Kysely<Tables>

/**
 * Opens the site's database in `dataDir`, creating and migrating it as needed.
 * Throws one sentence when the file cannot be used or was written by a newer program.
 */
export async function openDatabase(dataDir: string): Promise<Db> {
  const file = join(dataDir, DATABASE_FILE)
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
