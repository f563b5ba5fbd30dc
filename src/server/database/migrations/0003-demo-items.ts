import { type Kysely, sql } from 'kysely'

/** Finds the items of the demo, for which every dashboard looks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index item_demo on item (row_id) where is_demo = 1`.execute(db)
}
