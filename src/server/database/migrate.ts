import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'
import { up as baseline } from './migrations/0001-baseline.ts'
import { up as unconfirmedOrders } from './migrations/0002-unconfirmed-orders.ts'
import { up as demoRecords } from './migrations/0003-demo-records.ts'
import { up as publications } from './migrations/0004-publications.ts'
import { up as privacyNotice } from './migrations/0005-privacy-notice.ts'
import { up as visitorFigures } from './migrations/0006-visitor-figures.ts'
import { up as siteFiles } from './migrations/0007-site-files.ts'
import { up as translations } from './migrations/0008-translations.ts'

/**
 * All migrations in order. Databases store the keys, so that a released key never changes; a released migration never
 * changes either and imports nothing of the application.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-baseline': { up: baseline },
  '0002-unconfirmed-orders': { up: unconfirmedOrders },
  '0003-demo-records': { up: demoRecords },
  '0004-publications': { up: publications },
  '0005-privacy-notice': { up: privacyNotice },
  '0006-visitor-figures': { up: visitorFigures },
  '0007-site-files': { up: siteFiles },
  '0008-translations': { up: translations },
}

/** The schema version of every database that this version of the program has opened. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).at(-1)!

/** The table in which `npm run transfer` stores its progress; the end of the transfer drops it. */
export const TRANSFER_STATE_TABLE = 'transfer_state'

/** Whether this version has the migration; a database or backup with another one was written by a newer version. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

/**
 * Runs the migrations that are missing, all in one transaction. Concurrent callers wait for the first one. Throws an
 * error with a message for the user when an unfinished transfer or a newer version has written the database.
 */
export async function migrate(db: Db): Promise<void> {
  await assertUsable(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function assertUsable(db: Db): Promise<void> {
  const { schemaVersion, isUnfinished } = await getDatabaseState(db)
  if (isUnfinished)
    throw new Error(
      'A transfer into this database has not ended. Run the same `npm run transfer` again, then start the site.',
    )
  if (schemaVersion === undefined || isKnownMigration(schemaVersion)) return
  throw new Error(
    `This database was written by a newer version of Capstan (migration ${schemaVersion}). Start that version, or restore a backup made with this one.`,
  )
}

export interface DatabaseState {
  tables: ReadonlySet<string>
  /** The key of the last migration; undefined when this is not the database of a site. */
  schemaVersion: string | undefined
  /** The database is the target of a transfer, by any version, that has not ended. */
  isUnfinished: boolean
}

/** Reads the tables and the schema version of a database. */
export async function getDatabaseState(db: Db): Promise<DatabaseState> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  const tables = new Set(found.filter(({ isView }) => !isView).map(({ name }) => name))
  const isUnfinished = tables.has(TRANSFER_STATE_TABLE)
  if (!tables.has('kysely_migration')) return { tables, schemaVersion: undefined, isUnfinished }
  const { rows } = await sql<{
    name: string | null
  }>`select max(name) as name from kysely_migration`.execute(db)
  return { tables, schemaVersion: rows[0]?.name ?? undefined, isUnfinished }
}
