import { type Kysely, sql } from 'kysely'

/** Finds the records of the demo, for which every dashboard looks. No query uses the index that is dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index item_demo on item (row_id) where is_demo = 1`.execute(db)
  await sql`create index enquiry_demo on enquiry (id) where is_demo = 1`.execute(db)
  await sql`drop index enquiry_by_email`.execute(db)
}
