import { type Kysely, sql } from 'kysely'

/**
 * Who applies or undoes an import. What was remembered of columns is forgotten: it can contain a confidential column that was
 * recognised as the price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('item_import').addColumn('actor_account_id', 'text').execute()
  await db.schema
    .alterTable('item_import')
    .addColumn('actor_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`delete from item_import_mapping`.execute(db)
}
