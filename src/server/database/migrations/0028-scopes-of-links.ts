import { type Kysely, sql } from 'kysely'

/**
 * Links to an enquiry that exist were both sent by email and returned to the unverified sender: they show the enquiry alone
 * (decision 0196). Customers that exist count as confirmed, because their enquiries cannot be told apart any more (decision 0197).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('private_link')
    .addColumn('is_emailed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('customer')
    .addColumn('is_confirmed', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  // Counts new customers by address.
  await db.schema.dropIndex('customer_by_time').execute()
  await db.schema
    .createIndex('customer_by_time')
    .on('customer')
    .columns(['created_at', 'id', 'email_key'])
    .execute()
  await db.schema.dropIndex('customer_by_email').execute()
  await db.schema
    .createIndex('customer_by_email')
    .on('customer')
    .columns(['email_key', 'created_at'])
    .execute()
  // Finds how many confirmations an address got today.
  await sql`create index enquiry_by_email on enquiry (lower(trim(email)), created_at)`.execute(db)
}
