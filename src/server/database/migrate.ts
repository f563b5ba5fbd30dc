import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { up as initial } from './migrations/0001-initial.ts'
import { up as search } from './migrations/0002-search.ts'
import { up as admin } from './migrations/0003-admin.ts'
import { up as searchOrder } from './migrations/0004-search-order.ts'
import { up as notifyTriggers } from './migrations/0005-notify-triggers.ts'
import { up as wordNgrams } from './migrations/0006-word-ngrams.ts'
import { up as itemText } from './migrations/0007-item-text.ts'
import { up as standardNames } from './migrations/0008-standard-names.ts'
import type { Tables } from './tables.ts'

/**
 * All migrations in order. Databases store the keys, so that a released key never changes; a released migration never
 * changes either and imports nothing but kysely and migrations/frozen.ts.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-start': { up: initial },
  '0002-finding': { up: search },
  '0003-office': { up: admin },
  '0004-shelves': { up: searchOrder },
  '0005-instances': { up: notifyTriggers },
  '0006-words': { up: wordNgrams },
  '0007-texts': { up: itemText },
  '0008-standard-names': { up: standardNames },
}

/** The schema version of every database that this version of the program has opened. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).at(-1)!

/** The table in which `npm run transfer` stores its progress; the end of the transfer drops it. */
export const TRANSFER_STATE_TABLE = 'transfer_state'
const TRANSFER_STATE_TABLE_UNTIL_0007 = 'unfinished_move'

/** Whether a database with these tables is the target of a transfer, by any version, that has not ended. */
export const hasUnfinishedTransfer = (tables: ReadonlySet<string>): boolean =>
  tables.has(TRANSFER_STATE_TABLE) || tables.has(TRANSFER_STATE_TABLE_UNTIL_0007)

/** Whether this version has the migration; a database or backup with another one was written by a newer version. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

/**
 * Runs the migrations that are missing, all in one transaction. Concurrent callers wait for the first one. Throws an
 * error with a message for the user when an unfinished transfer or a newer version has written the database.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await assertUsable(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function assertUsable(db: Kysely<Tables>): Promise<void> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  const tables = new Set(found.map(({ name }) => name))
  if (hasUnfinishedTransfer(tables))
    throw new Error(
      'A transfer into this database has not ended. Run the same `npm run transfer` again, then start the site.',
    )
  if (!tables.has('kysely_migration')) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.find((row) => !isKnownMigration(row.name))
  if (!unknown) return
  throw new Error(
    `This database was written by a newer version of Capstan (migration ${unknown.name}). Start that version, or restore a backup made with this one.`,
  )
}
