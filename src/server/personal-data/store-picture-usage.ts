import { readBatches, withAnyTable } from '../database/batches.ts'
import type { Db } from '../database/db.ts'
import type { TableName } from '../database/tables.ts'
import { findMediaIds } from '../kernel/ids.ts'
import type { PictureUsage } from '../media/sweep.ts'
import { type PictureRule, TABLE_RULES } from './store-table-rules.ts'

/** An item has up to 50 revisions of some kB each. */
const BATCH_SIZE = 500

/** The pictures that the columns of TABLE_RULES refer to. */
export const createPictureUsage = (db: Db): PictureUsage => ({
  async *all() {
    for (const [table, { columns }] of listPictureRules())
      for await (const rows of readBatches(db, table, { columns, batchSize: BATCH_SIZE }))
        yield rows.flatMap((row) => findPictures(row, columns))
  },
  async since(tx, at) {
    const found: string[][] = []
    for (const [table, { columns, changedSince }] of listPictureRules()) {
      const changed = withAnyTable(tx).selectFrom(table).select(columns).where(changedSince(at))
      for (const row of await changed.execute()) found.push(findPictures(row, columns))
    }
    return found.flat()
  },
})

const listPictureRules = (): [TableName, PictureRule][] =>
  Object.entries(TABLE_RULES).flatMap(([table, { pictures }]) =>
    pictures ? [[table as TableName, pictures]] : [],
  )

const findPictures = (row: Record<string, unknown>, columns: readonly string[]): string[] =>
  columns.flatMap((column) => findMediaIds(String(row[column] ?? '')))
