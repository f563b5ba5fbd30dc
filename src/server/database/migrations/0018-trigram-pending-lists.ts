import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/** Lets the trigram indexes of PostgreSQL collect the entries of some thirty rows and write them together (decision 0166). */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  for (const column of [
    'item_text_search_text',
    'item_text_search_codes',
    'enquiry_search_person',
    'enquiry_search_message',
  ])
    await sql`alter index if exists ${sql.ref(`${column}_trigrams`)}
      set (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}
