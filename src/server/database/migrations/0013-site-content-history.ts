import type { Kysely } from 'kysely'

/** Creates the table of the revisions of the site content, which staff can compare and restore. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_content_revision')
    .addColumn('revision', 'integer', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('content_json', 'text', (c) => c.notNull())
    .execute()
}
