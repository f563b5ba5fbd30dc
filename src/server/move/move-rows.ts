import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { isPostgres } from '#server/database/engine.ts'
import { TABLES, type TableName } from './keys.ts'
import { withoutNulls } from './null-characters.ts'
import { MoveProblem } from './problem.ts'
import { countRows, type Digest, digestOf, firstDifference, piecesOf, type Row } from './rows.ts'
import { readProgress, writePiece } from './target.ts'

export interface Sides {
  source: Db
  target: Db
}

/** Called with every number of rows that was done; throws to stop. */
export type OnRows = (rows: number) => void

/** Everything that is to be moved, as the new place is to hold it. */
export interface Inventory {
  digests: Map<TableName, Digest>
  /** Equal for equal data, whatever place they are in. */
  fingerprint: string
  /** Texts that had to be changed for PostgreSQL. */
  replaced: number
}

/** Reads the whole source. */
export async function takeInventory(sides: Sides, onRows: OnRows): Promise<Inventory> {
  const digests = new Map<TableName, Digest>()
  let replaced = 0
  const count = () => {
    replaced++
  }
  for (const table of TABLES)
    digests.set(table, await digestOf(told(sourcePieces(sides, table, { onReplaced: count }), onRows)))
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([...digests]))
    .digest('hex')
  return { digests, fingerprint, replaced }
}

/** Copies what is not there yet. What was copied before is told first. */
export async function copyRows(sides: Sides, onRows: OnRows): Promise<void> {
  const { target } = sides
  for (const table of TABLES) onRows(await countRows(target, table))
  const progress = await readProgress(target)
  for (const table of TABLES) {
    let reached = progress.get(table) ?? ''
    const rest = sourcePieces(sides, table, { after: reached ? JSON.parse(reached) : undefined })
    for await (const piece of told(rest, onRows))
      reached = await writePiece(target, table, { piece, reached })
  }
}

/** Throws a sentence that names the first table and row that are not the same on both sides. */
export async function compareRows(
  sides: Sides,
  { digests, onRows, place }: { digests: Inventory['digests']; onRows: OnRows; place: string },
): Promise<void> {
  for (const [table, wanted] of digests) {
    const found = await digestOf(told(piecesOf(sides.target, table), onRows))
    if (found.rows === wanted.rows && found.sha256 === wanted.sha256) continue
    const pieces = { source: sourcePieces(sides, table), target: piecesOf(sides.target, table) }
    throw new MoveProblem(
      `The table ${table} is not the same in ${place}: it has ${found.rows} rows for ${wanted.rows}, and the first difference is at ${await firstDifference(table, pieces)}. Empty the new place and start the move again.`,
    )
  }
}

function sourcePieces(
  { source, target }: Sides,
  table: TableName,
  { after, onReplaced = () => {} }: { after?: unknown[] | undefined; onReplaced?: () => void } = {},
): AsyncIterable<Row[]> {
  const pieces = piecesOf(source, table, after)
  return isPostgres(target) ? withoutNulls(table, pieces, onReplaced) : pieces
}

async function* told(pieces: AsyncIterable<Row[]>, onRows: OnRows): AsyncGenerator<Row[]> {
  for await (const piece of pieces) {
    yield piece
    // SQLite answers at once: without a rest, nobody would hear that the command is to stop.
    await setImmediate()
    onRows(piece.length)
  }
}
