import type { Kysely } from 'kysely'

/** Creates the table of the templates of specifications that staff have edited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('specification_template')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('rows_json', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('specification_template_key', ['kind', 'category'])
    .execute()
}
