import { type Kysely, sql } from 'kysely'

/**
 * Creates indexes that contain the columns by which staff sort enquiries, so that no long message is read for the order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // PostgreSQL rejects rows with more than 2,700 bytes in an index.
  await sql`create index enquiry_search_by_person on enquiry_search (substr(person, 1, 200), enquiry_id)`.execute(
    db,
  )
  await db.schema
    .createIndex('enquiry_by_subject')
    .on('enquiry')
    .columns(['item_id', 'service', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('enquiry_by_follow_up')
    .on('enquiry')
    .columns(['next_action_on', 'status', 'created_at', 'id'])
    .execute()
  await db.schema.dropIndex('enquiry_due').execute()
}
