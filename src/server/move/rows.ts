import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { KEYS, type TableName } from './keys.ts'

export type Row = Record<string, unknown>

const ROWS_AT_ONCE = 1000

/** The database for whoever treats all tables alike. */
export const anyTable = (db: Db) => db as unknown as Kysely<Record<string, Row>>

/** Which row of its table this is: the values of the primary key. */
export const keyOf = (table: TableName, row: Row): unknown[] => KEYS[table].map((column) => row[column])

/** All rows of a table behind `after`, in pieces, in the order of their keys, which is the same on both engines. */
export async function* piecesOf(db: Db, table: TableName, after?: unknown[]): AsyncGenerator<Row[]> {
  const keys = KEYS[table]
  for (let last = after; ; ) {
    let query = anyTable(db).selectFrom(table).selectAll().limit(ROWS_AT_ONCE)
    for (const key of keys) query = query.orderBy(key)
    if (last) query = query.where(sql<boolean>`(${sql.join(keys.map(sql.ref))}) > (${sql.join(last)})`)
    const piece = await query.execute()
    const end = piece.at(-1)
    if (!end) return
    yield piece
    if (piece.length < ROWS_AT_ONCE) return
    last = keyOf(table, end)
  }
}

export async function countRows(db: Db, table: TableName): Promise<number> {
  const counted = await anyTable(db)
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return counted.rows
}

/** What a table holds: equal on both sides means the same rows. */
export interface Digest {
  rows: number
  sha256: string
}

export async function digestOf(pieces: AsyncIterable<Row[]>): Promise<Digest> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const piece of pieces) {
    hash.update(writtenPiece(piece))
    rows += piece.length
  }
  return { rows, sha256: hash.digest('hex') }
}

/** The key of the first row that is not the same on both sides; undefined where all are. */
export async function firstDifference(
  table: TableName,
  pieces: { source: AsyncIterable<Row[]>; target: AsyncIterable<Row[]> },
): Promise<string | undefined> {
  const [source, target] = [singly(pieces.source), singly(pieces.target)]
  for (;;) {
    const [{ value: there }, { value: here }] = [await source.next(), await target.next()]
    if (!there && !here) return undefined
    if (there && here && writtenPiece([there]) === writtenPiece([here])) continue
    return keyOf(table, there ?? here ?? {}).join(', ')
  }
}

async function* singly(pieces: AsyncIterable<Row[]>): AsyncGenerator<Row, undefined> {
  for await (const piece of pieces) yield* piece
}

/** The same text for the same rows: columns by their names, whatever order an engine gives them. */
function writtenPiece(piece: Row[]): string {
  const columns = Object.keys(piece[0] ?? {}).sort()
  return piece.map((row) => `${JSON.stringify(row, columns)}\n`).join('')
}
