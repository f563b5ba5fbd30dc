import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/**
 * On PostgreSQL, the index of published items contains all that lists and their filters count and sort by: reading it takes
 * a fifth of the time of reading the table, whose rows contain descriptions (decision 0192). SQLite has indexes that do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`drop index if exists item_by_kind_category`.execute(db)
  await sql`
    create index item_by_kind_category on item (kind, category) include (row_id, sort_key, price_paise, is_featured)
    where unpublished_at is null`.execute(db)
}
