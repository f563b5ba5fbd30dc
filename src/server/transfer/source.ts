import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { isKnownMigration, LATEST_MIGRATION } from '#server/database/migrate.ts'
import { NodeSqliteDialect } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'
import { lockExclusively } from '#server/database/sqlite/snapshot.ts'
import type { Tables } from '#server/database/tables.ts'
import { TransferError } from './errors.ts'
import { APPLICATION_NAME, formatLocation, getDatabaseState } from './location.ts'
import { TABLES } from './primary-keys.ts'

const LOCK_TIMEOUT_MS = 10_000

/** Where the data are now, as they are at one moment. */
export interface SourceDatabase {
  db: Db
  close(): Promise<void>
}

/**
 * Opens a view of the data that does not change. Unless it is a rehearsal (`isLive`), nobody can write to them until it is
 * closed. Throws a sentence when they are in use, not there, or of another version.
 */
export async function openSource(settings: DatabaseSettings, isDryRun: boolean): Promise<SourceDatabase> {
  const source = settings.databaseUrl
    ? await openPostgresSource(settings, settings.databaseUrl, isDryRun)
    : openSqliteSource(settings.dataDir, isDryRun)
  try {
    await rejectOtherVersion(source.db, formatLocation(settings))
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

function openSqliteSource(dataDir: string, isDryRun: boolean): SourceDatabase {
  const file = join(dataDir, DATABASE_FILE)
  if (!existsSync(file)) throw new TransferError(`There is no site in ${dataDir} (DATA_DIR).`)
  if (!isDryRun) {
    const release = lockExclusively(dataDir)
    if (!release)
      throw new TransferError(
        `A site, or another move, runs on ${dataDir}. Stop it first; to rehearse the move while the site runs, say --live.`,
      )
    release()
  }
  const sqlite = new DatabaseSync(file, { readOnly: isDryRun, timeout: LOCK_TIMEOUT_MS })
  try {
    sqlite.exec(isDryRun ? 'begin' : 'begin immediate')
    // With the first look the view is fixed.
    sqlite.prepare('select count(*) from sqlite_master').get()
  } catch (error) {
    sqlite.close()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite) })
  return { db, close: () => db.destroy() }
}

async function openPostgresSource(
  settings: DatabaseSettings,
  url: string,
  isDryRun: boolean,
): Promise<SourceDatabase> {
  const { openPostgres } = await import('#server/database/postgres/dialect.ts')
  const server = openPostgres(url, { name: APPLICATION_NAME, withoutTimeouts: true })
  try {
    if (!isDryRun) await rejectRunningInstances(server, formatLocation(settings))
    const { tables } = await getDatabaseState(server)
    const snapshot = await server.startTransaction().setIsolationLevel('repeatable read').execute()
    const rollBack = async () => void (await snapshot.rollback().execute())
    if (!isDryRun)
      await lockTables(snapshot, tables).catch(async (error) => {
        await rollBack()
        throw error
      })
    return { db: snapshot, close: () => rollBack().then(() => server.destroy()) }
  } catch (error) {
    await server.destroy()
    throw error
  }
}

async function rejectRunningInstances(db: Db, location: string): Promise<void> {
  const { rows } = await sql<{ instances: number }>`select count(distinct application_name) as instances
    from pg_stat_activity where datname = current_database() and application_name like 'capstan %'`.execute(
    db,
  )
  const instances = rows[0]?.instances ?? 0
  if (instances === 0) return
  throw new TransferError(
    `${instances === 1 ? 'A site is' : `${instances} sites are`} running on ${location}. Stop every instance first; to rehearse the move while they run, say --live.`,
  )
}

/**
 * From now on nobody else writes, not even a site that is started meanwhile. The first statement of its transaction: what
 * this sees is what was there when it had the lock.
 */
async function lockTables(snapshot: Db, existingTables: ReadonlySet<string>): Promise<void> {
  const lockedTables = TABLES.filter((table) => existingTables.has(table))
  if (lockedTables.length === 0) return
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(snapshot)
  await sql`lock table ${sql.join(lockedTables.map((table) => sql.table(table)))} in share mode`.execute(
    snapshot,
  )
}

async function rejectOtherVersion(db: Db, location: string): Promise<void> {
  const { schemaVersion, isUnfinished } = await getDatabaseState(db)
  if (schemaVersion === undefined) throw new TransferError(`There is no site in ${location}.`)
  if (isUnfinished) throw new TransferError(`${location} holds a move that has not ended, not a site.`)
  if (!isKnownMigration(schemaVersion))
    throw new TransferError(
      `The data in ${location} were written by a newer version of Capstan (step ${schemaVersion}). Move them with that version.`,
    )
  if (schemaVersion !== LATEST_MIGRATION)
    throw new TransferError(
      `The data in ${location} were written by an older version of Capstan (step ${schemaVersion}). Start this version on them once, stop it, then move.`,
    )
}
