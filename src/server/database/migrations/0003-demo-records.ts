import { type Kysely, sql } from 'kysely'

/** Finds the records of the demo, for which every dashboard looks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists item_demo on item (row_id) where is_demo = 1`.execute(db)
  await sql`create index if not exists enquiry_demo on enquiry (id) where is_demo = 1`.execute(db)
}
