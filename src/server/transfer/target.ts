import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { LATEST_MIGRATION, migrate, TRANSFER_STATE_TABLE } from '#server/database/migrate.ts'
import { createTrigramIndexes } from '#server/database/postgres/trigram-indexes.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import { NodeSqliteDialect } from '#server/database/sqlite/dialect.ts'
import { DATABASE_FILE, openSqliteFile } from '#server/database/sqlite/file.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { keyOf, type Row, withAnyTable } from './batches.ts'
import { TransferError } from './errors.ts'
import { APPLICATION_NAME, formatLocation, getDatabaseState } from './location.ts'
import { TABLES, type TableName } from './primary-keys.ts'

/** Beside the tables: of which source this is the copy. */
const SOURCE_KEY = 'source'
/** SQLite takes no more parameters than this in one statement. */
const MAX_PARAMETERS = 32_000

export interface TargetDatabase {
  db: Db
  close(): Promise<void>
}

/**
 * The new place. Unlike a start of the site, this takes a folder in which there are pictures already. What is closed without
 * a table in it leaves no file.
 */
export async function openTarget({ databaseUrl, dataDir }: DatabaseSettings): Promise<TargetDatabase> {
  if (databaseUrl) {
    const { openPostgres } = await import('#server/database/postgres/dialect.ts')
    const db = openPostgres(databaseUrl, { name: APPLICATION_NAME, withoutTimeouts: true })
    return { db, close: () => db.destroy() }
  }
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, DATABASE_FILE)
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(openSqliteFile(file)) })
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

/** Whether a place is empty or holds a move that was interrupted. Throws a sentence for any other; changes nothing. */
export async function inspectTarget(db: Db, settings: DatabaseSettings): Promise<'empty' | 'unfinished'> {
  const location = formatLocation(settings)
  const { tables, schemaVersion, isUnfinished } = await getDatabaseState(db)
  if (isUnfinished) {
    if (schemaVersion === LATEST_MIGRATION) return 'unfinished'
    throw new TransferError(
      `In ${location} is an unfinished move by another version of Capstan. Empty it, or name another place.`,
    )
  }
  if (schemaVersion === undefined && tables.size > 0)
    throw new TransferError(`In ${location} are tables of something else. Name an empty one.`)
  for (const table of TABLES)
    if (tables.has(table) && (await hasRows(db, table)))
      throw new TransferError(`In ${location} is a site already. Empty it, or name another place.`)
  return 'empty'
}

/** Makes the tables of an empty place, and notes whose data are to come: those of this fingerprint. */
export async function beginTransfer(db: Db, fingerprint: string): Promise<void> {
  await migrate(db)
  await inTransaction(db, async (transaction) => {
    await transaction.schema
      .createTable(TRANSFER_STATE_TABLE)
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('reached', 'text', (c) => c.notNull())
      .execute()
    await withAnyTable(transaction)
      .insertInto(TRANSFER_STATE_TABLE)
      .values([{ name: SOURCE_KEY, reached: fingerprint }, ...TABLES.map((name) => ({ name, reached: '' }))])
      .execute()
  })
}

/** Throws a sentence when the move that began in a place was one of other data. */
export async function resumeTransfer(db: Db, settings: DatabaseSettings, fingerprint: string): Promise<void> {
  if ((await readProgress(db)).get(SOURCE_KEY) === fingerprint) return
  throw new TransferError(
    `In ${formatLocation(settings)} is an unfinished move of other data, or of these before they were changed. Empty it, or name another place.`,
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

/** How far each table was copied, as `writePiece` noted it; '' where nothing of it is there. */
export async function readProgress(db: Db): Promise<Map<string, string>> {
  const rows = await withAnyTable(db).selectFrom(TRANSFER_STATE_TABLE).select(['name', 'reached']).execute()
  return new Map(rows.map(({ name, reached }) => [String(name), String(reached)]))
}

/** Adds rows and notes how far that came, both or neither. Answers the note, which the next call is to hold out. */
export async function writeBatch(
  db: Db,
  table: TableName,
  { batch, reached }: { batch: Row[]; reached: string },
): Promise<string> {
  const next = JSON.stringify(keyOf(table, batch.at(-1) ?? {}))
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await withAnyTable(transaction)
      .updateTable(TRANSFER_STATE_TABLE)
      .set({ reached: next })
      .where('name', '=', table)
      .where('reached', '=', reached)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw new TransferError('Another move is filling the same place at this moment.')
    await (isPostgres(transaction) ? insertAsJson : insertAsValues)(transaction, table, batch)
  })
  return next
}

/** One parameter in place of thousands, each of which would be parsed and planned. */
async function insertAsJson(db: Db, table: TableName, batch: Row[]): Promise<void> {
  await sql`insert into ${sql.table(table)}
    select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::json)`.execute(
    db,
  )
}

async function insertAsValues(db: Db, table: TableName, batch: Row[]): Promise<void> {
  const batchSize = Math.floor(MAX_PARAMETERS / Object.keys(batch[0] ?? {}).length)
  for (let from = 0; from < batch.length; from += batchSize)
    await withAnyTable(db)
      .insertInto(table)
      .values(batch.slice(from, from + batchSize))
      .execute()
}

/** What stands beside the rows: sequences, texts and indexes. Throws when SQLite's text indexes do not fit their tables. */
export async function finalizeIndexes(db: Db): Promise<void> {
  if (!isPostgres(db)) return checkTextIndexes(db)
  await advanceSequences(db)
  await rebuildItemTexts(db)
  await createTrigramIndexes(db)
  await sql`analyze`.execute(db)
}

/** New rows get numbers that none had. */
async function advanceSequences(db: Db): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where is_identity = 'YES' and table_schema = current_schema()`.execute(db)
  for (const { table_name, column_name } of rows)
    await sql`select setval(pg_get_serial_sequence(${table_name}, ${column_name}),
      coalesce(max(${sql.ref(column_name)}), 0) + 1, false) from ${sql.table(table_name)}`.execute(db)
}

/** What a word finds stands close together when texts lie in the order of names. */
async function rebuildItemTexts(db: Db): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await sql`truncate item_text`.execute(transaction)
    await sql`insert into item_text
      select row_id, sort_key, search_text, search_codes from item order by sort_key`.execute(transaction)
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

/** From now on this is a site. */
export async function finishTransfer(db: Db): Promise<void> {
  await db.schema.dropTable(TRANSFER_STATE_TABLE).execute()
}
