import type { Kysely } from 'kysely'

/** Creates the table of findings about the quality of data that staff have dismissed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quality_dismissal')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .execute()
}
