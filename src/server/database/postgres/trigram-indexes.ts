import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import { advisoryLockKey } from '../sql-dialect.ts'
import { inTransaction } from '../transaction.ts'

const INDEXED_COLUMNS: [table: string, column: string][] = [
  ['item_text', 'search_text'],
  ['item_text', 'search_codes'],
  ['enquiry_search', 'person'],
  ['enquiry_search', 'message'],
]
/** Only one process makes them at a time. */
const INDEX_LOCK = advisoryLockKey('indexes for searches')

/**
 * Gives PostgreSQL its indexes for 'contains' where the server allows pg_trgm; where it does not, or not yet, the same
 * is found by reading through. Looked at every start, so that an index comes once the owner of the server has allowed it.
 * Entries are filed with the write that brings them, not left to the searches that come before the next vacuum.
 */
export async function createTrigramIndexes(db: Db): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const run = (statement: RawBuilder<unknown>) => statement.execute(transaction)
    await run(sql`select pg_advisory_xact_lock(${INDEX_LOCK})`)
    await run(
      sql`do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`,
    )
    const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(transaction)
    if (rows.length === 0) return
    for (const [table, column] of INDEXED_COLUMNS) {
      await run(sql`create index if not exists ${sql.ref(`${table}_${column}_trigrams`)}
        on ${sql.ref(table)} using gin (${sql.ref(column)} gin_trgm_ops) with (fastupdate = off)`)
    }
  })
}
