import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { up as start } from './migrations/0001-initial.ts'
import { up as finding } from './migrations/0002-search.ts'
import { up as office } from './migrations/0003-admin.ts'
import { up as shelves } from './migrations/0004-search-order.ts'
import { up as instances } from './migrations/0005-notify-triggers.ts'
import { up as words } from './migrations/0006-word-ngrams.ts'
import { up as texts } from './migrations/0007-item-text.ts'
import type { Tables } from './tables.ts'

/** Every step from an empty database to today's, in order. A step that has shipped never changes. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-start': { up: start },
  '0002-finding': { up: finding },
  '0003-office': { up: office },
  '0004-shelves': { up: shelves },
  '0005-instances': { up: instances },
  '0006-words': { up: words },
  '0007-texts': { up: texts },
}

/** The last of them, at which every database is that this version has opened. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).at(-1)!

/** The table in which `npm run transfer` remembers how far it came (server/move); gone when it is done. */
export const TRANSFER_STATE_TABLE = 'unfinished_move'

/** Whether this version knows a step; a database or back-up with another one comes from a newer version. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

/** Brings the database up to date, all steps or none. Several processes may call it at once: one works, the others wait. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await assertUsable(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function assertUsable(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some((table) => table.name === TRANSFER_STATE_TABLE))
    throw new Error(
      'This database is being filled by a move that has not ended. Start that `npm run transfer` again, and the site after it.',
    )
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.find((row) => !isKnownMigration(row.name))
  if (!unknown) return
  throw new Error(
    `This database was written by a newer version of Capstan (step ${unknown.name}). Start that version, or restore a back-up made with this one.`,
  )
}
