import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { capitalize } from '#contracts/format.ts'
import { keyOf, type Row, withAnyTable } from '#server/database/batches.ts'
import type { DatabaseSettings, Db, Tx } from '#server/database/db.ts'
import {
  getDatabaseState,
  LATEST_MIGRATION,
  migrate,
  TRANSFER_STATE_TABLE,
} from '#server/database/migrate.ts'
import { createTrigramIndexes } from '#server/database/postgres/trigram-indexes.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import { toKysely } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE, openSqliteFile } from '#server/database/sqlite/file.ts'
import { TABLES, type TableName } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { TransferError } from './errors.ts'
import { APPLICATION_NAME, formatLocation } from './location.ts'

/** The row of the state table that contains the fingerprint of the source. */
const SOURCE_KEY = 'source'
/** The maximum number of parameters in one statement of SQLite, rounded down. */
const MAX_PARAMETERS = 32_000

export interface TargetDatabase {
  db: Db
  close(): Promise<void>
}

/**
 * Opens the target. Unlike a start of the site, this accepts a folder with pictures. Closing a database without tables
 * deletes its file.
 */
export async function openTarget({ databaseUrl, dataDir }: DatabaseSettings): Promise<TargetDatabase> {
  if (databaseUrl) {
    const { openPostgres } = await import('#server/database/postgres/dialect.ts')
    const db = openPostgres(databaseUrl, { name: APPLICATION_NAME, withoutTimeouts: true })
    return { db, close: () => db.destroy() }
  }
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, DATABASE_FILE)
  const db = toKysely(openSqliteFile(file))
  return {
    db,
    async close() {
      const isEmpty = await getDatabaseState(db).then(
        ({ tables }) => tables.size === 0,
        () => false,
      )
      await db.destroy()
      if (isEmpty) rmSync(file)
    },
  }
}

/** Returns whether the target is empty or contains an interrupted transfer. Throws `TransferError` otherwise. */
export async function inspectTarget(db: Db, settings: DatabaseSettings): Promise<'empty' | 'unfinished'> {
  const location = capitalize(formatLocation(settings))
  const { tables, schemaVersion, isUnfinished } = await getDatabaseState(db)
  if (isUnfinished) {
    if (schemaVersion === LATEST_MIGRATION) return 'unfinished'
    throw new TransferError(
      `${location} contains an unfinished transfer by another version of Capstan. Empty it, or choose another target.`,
    )
  }
  if (schemaVersion === undefined && tables.size > 0)
    throw new TransferError(`${location} contains tables of another program. Choose an empty database.`)
  for (const table of TABLES)
    if (tables.has(table) && (await hasRows(db, table)))
      throw new TransferError(`${location} already contains a site. Empty it, or choose another target.`)
  return 'empty'
}

/** Creates the tables of an empty target and stores the fingerprint of the source. */
export async function beginTransfer(db: Db, fingerprint: string): Promise<void> {
  await migrate(db)
  await inTransaction(db, async (tx) => {
    await tx.schema
      .createTable(TRANSFER_STATE_TABLE)
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('reached', 'text', (c) => c.notNull())
      .execute()
    await withAnyTable(tx)
      .insertInto(TRANSFER_STATE_TABLE)
      .values([{ name: SOURCE_KEY, reached: fingerprint }, ...TABLES.map((name) => ({ name, reached: '' }))])
      .execute()
  })
}

/** Throws `TransferError` when the unfinished transfer has another source. */
export async function resumeTransfer(db: Db, settings: DatabaseSettings, fingerprint: string): Promise<void> {
  if ((await readProgress(db)).get(SOURCE_KEY) === fingerprint) return
  throw new TransferError(
    `${capitalize(formatLocation(settings))} contains an unfinished transfer of other data, or of this data before a change. Empty it, or choose another target.`,
  )
}

async function hasRows(db: Db, table: TableName): Promise<boolean> {
  const row = await withAnyTable(db)
    .selectFrom(table)
    .select(sql.lit(1).as('one'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The last copied key of each table as JSON, written by `writeBatch`; '' when no row was copied. */
export async function readProgress(db: Db): Promise<Map<string, string>> {
  const rows = await withAnyTable(db).selectFrom(TRANSFER_STATE_TABLE).select(['name', 'reached']).execute()
  return new Map(rows.map(({ name, reached }) => [String(name), String(reached)]))
}

/** Inserts rows and stores their last key in one transaction. Returns that key as JSON for the next call. */
export async function writeBatch(
  db: Db,
  table: TableName,
  { batch, reached }: { batch: Row[]; reached: string },
): Promise<string> {
  const next = JSON.stringify(keyOf(table, batch.at(-1) ?? {}))
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await withAnyTable(tx)
      .updateTable(TRANSFER_STATE_TABLE)
      .set({ reached: next })
      .where('name', '=', table)
      .where('reached', '=', reached)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new TransferError('Another transfer is writing to the same target.')
    await (isPostgres(tx) ? insertAsJson : insertAsValues)(tx, table, batch)
  })
  return next
}

/** Passes the rows as one JSON parameter instead of thousands, each of which would be parsed and planned. */
async function insertAsJson(tx: Tx, table: TableName, batch: Row[]): Promise<void> {
  await sql`insert into ${sql.table(table)}
    select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::json)`.execute(
    tx,
  )
}

async function insertAsValues(tx: Tx, table: TableName, batch: Row[]): Promise<void> {
  const batchSize = Math.floor(MAX_PARAMETERS / Object.keys(batch[0] ?? {}).length)
  for (let from = 0; from < batch.length; from += batchSize)
    await withAnyTable(tx)
      .insertInto(table)
      .values(batch.slice(from, from + batchSize))
      .execute()
}

/** Brings sequences, search texts and indexes up to date. Throws when a text index of SQLite does not match its table. */
export async function finalizeIndexes(db: Db): Promise<void> {
  if (!isPostgres(db)) return checkTextIndexes(db)
  await advanceSequences(db)
  await rebuildItemTexts(db)
  await createTrigramIndexes(db)
  // Statistics for the planner, and the visibility of rows without which no query is answered by an index alone.
  await sql`vacuum (analyze)`.execute(db)
}

/** Sets every sequence to the number after the last copied row. */
async function advanceSequences(db: Db): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where is_identity = 'YES' and table_schema = current_schema()`.execute(db)
  for (const { table_name, column_name } of rows)
    await sql`select setval(pg_get_serial_sequence(${table_name}, ${column_name}),
      coalesce(max(${sql.ref(column_name)}), 0) + 1, false) from ${sql.table(table_name)}`.execute(db)
}

/** Rewrites the search texts in the order of names, so that the hits of a word are in few pages. */
async function rebuildItemTexts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`truncate item_text`.execute(tx)
    await sql`insert into item_text
      select row_id, search_text, search_codes from item order by name_sort, id`.execute(tx)
  })
}

async function checkTextIndexes(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where sql like 'create virtual table%using fts5%'`.execute(db)
  for (const { name } of rows)
    await sql`insert into ${sql.table(name)}(${sql.ref(name)}, rank) values ('integrity-check', 1)`.execute(
      db,
    )
}

/** Drops the state table: from now on the database can be opened by a site. */
export async function finishTransfer(db: Db): Promise<void> {
  await db.schema.dropTable(TRANSFER_STATE_TABLE).execute()
}
