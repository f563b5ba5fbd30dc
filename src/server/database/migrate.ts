import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { up as start } from './migrations/0001-start.ts'
import { up as finding } from './migrations/0002-finding.ts'
import { up as office } from './migrations/0003-office.ts'
import { up as shelves } from './migrations/0004-shelves.ts'
import { up as instances } from './migrations/0005-instances.ts'
import { up as words } from './migrations/0006-words.ts'
import { up as texts } from './migrations/0007-texts.ts'
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
export const LATEST_STEP = Object.keys(MIGRATIONS).at(-1)!

/** The table in which `npm run transfer` remembers how far it came (server/move); gone when it is done. */
export const UNFINISHED_MOVE = 'unfinished_move'

/** Whether this version knows a step; a database or back-up with another one comes from a newer version. */
export const isKnownStep = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

/** Brings the database up to date, all steps or none. Several processes may call it at once: one works, the others wait. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await refuseUnusable(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function refuseUnusable(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some((table) => table.name === UNFINISHED_MOVE))
    throw new Error(
      'This database is being filled by a move that has not ended. Start that `npm run transfer` again, and the site after it.',
    )
  if (!tables.some((table) => table.name === 'kysely_migration')) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.find((row) => !isKnownStep(row.name))
  if (!unknown) return
  throw new Error(
    `This database was written by a newer version of Capstan (step ${unknown.name}). Start that version, or restore a back-up made with this one.`,
  )
}
