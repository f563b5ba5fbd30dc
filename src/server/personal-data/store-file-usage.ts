import { readBatches, withAnyTable } from '../database/batches.ts'
import type { Db } from '../database/db.ts'
import type { TableName } from '../database/tables.ts'
import type { FileUsage } from '../database/unused-records.ts'
import { findMediaIds } from '../kernel/ids.ts'
import { type PictureRule, TABLE_RULES } from './store-table-rules.ts'

/** An item has up to 50 revisions of some kB each. */
const BATCH_SIZE = 500

/** The pictures and files that the columns of TABLE_RULES refer to; `isRead` chooses the tables. */
export const createFileUsage = (db: Db, isRead: (table: TableName) => boolean = () => true): FileUsage => ({
  async *all() {
    for (const [table, { columns }] of listPictureRules(isRead))
      for await (const rows of readBatches(db, table, { columns, batchSize: BATCH_SIZE }))
        yield rows.flatMap((row) => findPictures(row, columns))
  },
  async since(tx, at) {
    const found: string[][] = []
    for (const [table, { columns, changedSince }] of listPictureRules(isRead)) {
      const changed = withAnyTable(tx).selectFrom(table).select(columns).where(changedSince(at))
      for (const row of await changed.execute()) found.push(findPictures(row, columns))
    }
    return found.flat()
  },
})

const listPictureRules = (isRead: (table: TableName) => boolean): [TableName, PictureRule][] =>
  Object.entries(TABLE_RULES).flatMap(([table, { pictures }]) =>
    pictures && isRead(table as TableName) ? [[table as TableName, pictures]] : [],
  )

const findPictures = (row: Record<string, unknown>, columns: readonly string[]): string[] =>
  columns.flatMap((column) => findMediaIds(String(row[column] ?? '')))
