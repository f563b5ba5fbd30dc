import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { inTransaction } from '../transaction.ts'

const INDEXED_COLUMNS: [table: string, column: string][] = [
  ['item_text', 'search_text'],
  ['item_text', 'search_codes'],
  ['enquiry_search', 'person'],
  ['enquiry_search', 'message'],
]

/**
 * Creates the indexes for substring searches if the server allows the extension pg_trgm; without them the tables are read
 * completely. Runs at every start, so that the indexes are created once the extension has been allowed. New
 * entries are written to an index in groups of 256 kB (decision 0166).
 */
export async function createTrigramIndexes(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`.execute(
      tx,
    )
    const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(tx)
    if (rows.length === 0) return
    for (const [table, column] of INDEXED_COLUMNS)
      await sql`create index if not exists ${sql.ref(`${table}_${column}_trigrams`)}
        on ${sql.ref(table)} using gin (${sql.ref(column)} gin_trgm_ops)
        with (fastupdate = on, gin_pending_list_limit = 256)`.execute(tx)
  })
}
