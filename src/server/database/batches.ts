import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from './db.ts'
import { PRIMARY_KEYS, type TableName } from './tables.ts'

export type Row = Record<string, unknown>

const BATCH_SIZE = 1000

/** The database with untyped tables, for code that handles all tables alike. */
export const withAnyTable = (db: Db) => db as unknown as Kysely<Record<string, Row>>

/** The values of the primary key of a row. */
export const keyOf = (table: TableName, row: Row): unknown[] =>
  PRIMARY_KEYS[table].map((column) => row[column])

interface BatchOptions {
  /** The key of the last row that is not read. */
  after?: unknown[] | undefined
  /** All by default; the key is read in any case. */
  columns?: readonly string[]
  batchSize?: number
}

/** Reads the rows of a table in batches ordered by primary key, which is the same on both engines. */
export async function* readBatches(
  db: Db,
  table: TableName,
  { after, columns, batchSize = BATCH_SIZE }: BatchOptions = {},
): AsyncGenerator<Row[]> {
  const keys = PRIMARY_KEYS[table]
  for (let last = after; ; ) {
    const rows = withAnyTable(db).selectFrom(table).limit(batchSize)
    let query = columns ? rows.select([...keys, ...columns]) : rows.selectAll()
    for (const key of keys) query = query.orderBy(key)
    if (last) query = query.where(sql<boolean>`(${sql.join(keys.map(sql.ref))}) > (${sql.join(last)})`)
    const batch = await query.execute()
    const end = batch.at(-1)
    if (!end) return
    yield batch
    if (batch.length < batchSize) return
    last = keyOf(table, end)
  }
}

/** Returns the number of rows of a table, at most `limit`. */
export async function countRows(db: Db, table: TableName, limit?: number): Promise<number> {
  const { rows } = await withAnyTable(db)
    .selectFrom((eb) => {
      const counted = eb.selectFrom(table).select(PRIMARY_KEYS[table])
      return (limit === undefined ? counted : counted.limit(limit)).as('counted')
    })
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

/** Equal digests of a table mean equal rows. */
export interface Digest {
  rows: number
  sha256: string
}

export async function computeDigest(batches: AsyncIterable<Row[]>): Promise<Digest> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const batch of batches) {
    hash.update(serializeBatch(batch))
    rows += batch.length
  }
  return { rows, sha256: hash.digest('hex') }
}

/** The key of the first row that differs between source and target; undefined when all are equal. */
export async function findFirstDifference(
  table: TableName,
  batches: { source: AsyncIterable<Row[]>; target: AsyncIterable<Row[]> },
): Promise<string | undefined> {
  const [source, target] = [iterateRows(batches.source), iterateRows(batches.target)]
  for (;;) {
    const [{ value: sourceRow }, { value: targetRow }] = [await source.next(), await target.next()]
    if (!sourceRow && !targetRow) return undefined
    if (sourceRow && targetRow && serializeBatch([sourceRow]) === serializeBatch([targetRow])) continue
    return keyOf(table, sourceRow ?? targetRow ?? {}).join(', ')
  }
}

async function* iterateRows(batches: AsyncIterable<Row[]>): AsyncGenerator<Row, undefined> {
  for await (const batch of batches) yield* batch
}

/** Equal text for equal rows: the columns are ordered by name, because the engines return them in different orders. */
function serializeBatch(batch: Row[]): string {
  const columns = Object.keys(batch[0] ?? {}).sort()
  return batch.map((row) => `${JSON.stringify(row, columns)}\n`).join('')
}
