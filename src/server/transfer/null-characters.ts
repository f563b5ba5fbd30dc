import type { Row } from '#server/database/batches.ts'
import { PRIMARY_KEYS, type TableName } from '#server/database/tables.ts'
import { TransferError } from './errors.ts'

const NUL_PATTERN = /\0/g

/**
 * Replaces every null character, which PostgreSQL cannot store in a text, with U+FFFD. Throws `TransferError` for a row
 * with a null character in its key.
 */
export async function* replaceNuls(
  table: TableName,
  batches: AsyncIterable<Row[]>,
  onReplaced: () => void,
): AsyncGenerator<Row[]> {
  const keys: readonly string[] = PRIMARY_KEYS[table]
  for await (const batch of batches) {
    for (const row of batch)
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== 'string' || !value.includes('\0')) continue
        row[column] = value.replace(NUL_PATTERN, '\uFFFD')
        if (keys.includes(column))
          throw new TransferError(
            `The row ${row[column]} of the table ${table} has a null character in its key, which PostgreSQL cannot store. Remove that row first.`,
          )
        onReplaced()
      }
    yield batch
  }
}
