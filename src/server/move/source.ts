import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { DATABASE_FILE } from '#server/database/embedded.ts'
import { isKnownStep, LATEST_STEP } from '#server/database/migrate.ts'
import type { DatabaseSettings } from '#server/database/open.ts'
import { holdDatabase } from '#server/database/snapshot.ts'
import { NodeSqliteDialect } from '#server/database/sqlite.ts'
import type { Tables } from '#server/database/tables.ts'
import { TABLES } from './keys.ts'
import { levelOf, MOVER, nameOf } from './place.ts'
import { MoveProblem } from './problem.ts'

const WAIT_MS = 10_000

/** Where the data are now, as they are at one moment. */
export interface Source {
  db: Db
  close(): Promise<void>
}

/**
 * Opens a view of the data that does not change. Unless it is a rehearsal (`isLive`), nobody can write to them until it is
 * closed. Throws a sentence when they are in use, not there, or of another version.
 */
export async function openSource(settings: DatabaseSettings, isLive: boolean): Promise<Source> {
  const source = settings.databaseUrl
    ? await openServer(settings, settings.databaseUrl, isLive)
    : openFile(settings.dataDir, isLive)
  try {
    await refuseOtherVersion(source.db, nameOf(settings))
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

function openFile(dataDir: string, isLive: boolean): Source {
  const file = join(dataDir, DATABASE_FILE)
  if (!existsSync(file)) throw new MoveProblem(`There is no site in ${dataDir} (DATA_DIR).`)
  if (!isLive) {
    const release = holdDatabase(dataDir)
    if (!release)
      throw new MoveProblem(
        `A site, or another move, runs on ${dataDir}. Stop it first; to rehearse the move while the site runs, say --live.`,
      )
    release()
  }
  const sqlite = new DatabaseSync(file, { readOnly: isLive, timeout: WAIT_MS })
  try {
    sqlite.exec(isLive ? 'begin' : 'begin immediate')
    // With the first look the view is fixed.
    sqlite.prepare('select count(*) from sqlite_master').get()
  } catch (error) {
    sqlite.close()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite) })
  return { db, close: () => db.destroy() }
}

async function openServer(settings: DatabaseSettings, url: string, isLive: boolean): Promise<Source> {
  const { openPostgres } = await import('#server/database/postgres.ts')
  const server = openPostgres(url, { name: MOVER, patient: true })
  try {
    if (!isLive) await refuseInstances(server, nameOf(settings))
    const { tables } = await levelOf(server)
    const view = await server.startTransaction().setIsolationLevel('repeatable read').execute()
    const rollBack = async () => void (await view.rollback().execute())
    if (!isLive)
      await holdTables(view, tables).catch(async (error) => {
        await rollBack()
        throw error
      })
    return { db: view, close: () => rollBack().then(() => server.destroy()) }
  } catch (error) {
    await server.destroy()
    throw error
  }
}

async function refuseInstances(db: Db, place: string): Promise<void> {
  const { rows } = await sql<{ instances: number }>`select count(distinct application_name) as instances
    from pg_stat_activity where datname = current_database() and application_name like 'capstan %'`.execute(
    db,
  )
  const instances = rows[0]?.instances ?? 0
  if (instances === 0) return
  throw new MoveProblem(
    `${instances === 1 ? 'A site is' : `${instances} sites are`} running on ${place}. Stop every instance first; to rehearse the move while they run, say --live.`,
  )
}

/**
 * From now on nobody else writes, not even a site that is started meanwhile. The first statement of its transaction: what
 * this sees is what was there when it had the lock.
 */
async function holdTables(view: Db, there: ReadonlySet<string>): Promise<void> {
  const held = TABLES.filter((table) => there.has(table))
  if (held.length === 0) return
  await sql`set local lock_timeout = ${sql.lit(WAIT_MS)}`.execute(view)
  await sql`lock table ${sql.join(held.map((table) => sql.table(table)))} in share mode`.execute(view)
}

async function refuseOtherVersion(db: Db, place: string): Promise<void> {
  const { level, isUnfinished } = await levelOf(db)
  if (level === undefined) throw new MoveProblem(`There is no site in ${place}.`)
  if (isUnfinished) throw new MoveProblem(`${place} holds a move that has not ended, not a site.`)
  if (!isKnownStep(level))
    throw new MoveProblem(
      `The data in ${place} were written by a newer version of Capstan (step ${level}). Move them with that version.`,
    )
  if (level !== LATEST_STEP)
    throw new MoveProblem(
      `The data in ${place} were written by an older version of Capstan (step ${level}). Start this version on them once, stop it, then move.`,
    )
}
