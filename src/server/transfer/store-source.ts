import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { capitalize } from '#contracts/format.ts'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { getDatabaseState, isKnownMigration, LATEST_MIGRATION } from '#server/database/migrate.ts'
import { toKysely } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE, lockExclusively } from '#server/database/sqlite/file.ts'
import { TABLES } from '#server/database/tables.ts'
import { TransferError } from './errors.ts'
import { APPLICATION_NAME, formatLocation } from './location.ts'

const LOCK_TIMEOUT_MS = 10_000

/** A snapshot of the data to transfer. */
export interface SourceDatabase {
  db: Db
  close(): Promise<void>
}

/**
 * Opens a snapshot of the data. Except in a dry run, no other process can write to it until it is closed. Throws a
 * `TransferError` when the data is in use, does not exist, or has another version.
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
        `A site or another transfer is running on ${dataDir}. Stop it first, or use --live to rehearse while the site is running.`,
      )
    release()
  }
  const sqlite = new DatabaseSync(file, { readOnly: isDryRun, timeout: LOCK_TIMEOUT_MS })
  try {
    sqlite.exec(isDryRun ? 'begin' : 'begin immediate')
    // The snapshot begins with the first read.
    sqlite.prepare('select count(*) from sqlite_master').get()
  } catch (error) {
    sqlite.close()
    throw error
  }
  const db = toKysely(sqlite)
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
    `${instances === 1 ? 'A site is' : `${instances} sites are`} running on ${location}. Stop every instance first, or use --live to rehearse while the site is running.`,
  )
}

/**
 * Keeps all other processes from writing, including a site that is started later. The locks come before the first read
 * of the transaction, so that its snapshot is taken under them.
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
  if (isUnfinished)
    throw new TransferError(`${capitalize(location)} is the target of a transfer that has not ended.`)
  if (!isKnownMigration(schemaVersion))
    throw new TransferError(
      `The data in ${location} was written by a newer version of Capstan (migration ${schemaVersion}). Transfer it with that version.`,
    )
  if (schemaVersion !== LATEST_MIGRATION)
    throw new TransferError(
      `The data in ${location} was written by an older version of Capstan (migration ${schemaVersion}). Start and stop this version once, then transfer.`,
    )
}
