import { KEYS, type TableName } from './keys.ts'
import { MoveProblem } from './problem.ts'
import type { Row } from './rows.ts'

const NULLS = /\0/g

/**
 * The same rows with U+FFFD for every null character, which PostgreSQL stores in no text. Throws a sentence for a row whose
 * key holds one.
 */
export async function* withoutNulls(
  table: TableName,
  pieces: AsyncIterable<Row[]>,
  onReplaced: () => void,
): AsyncGenerator<Row[]> {
  const keys: readonly string[] = KEYS[table]
  for await (const piece of pieces) {
    for (const row of piece)
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string' || !value.includes('\0')) continue
        row[column] = value.replace(NULLS, '\uFFFD')
        if (keys.includes(column))
          throw new MoveProblem(
            `The row ${row[column]} of the table ${table} has a null character in its key, which PostgreSQL cannot store. Remove that row first.`,
          )
        onReplaced()
      }
    yield piece
  }
}
