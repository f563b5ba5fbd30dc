import { type Kysely, sql } from 'kysely'

/**
 * Numbers of specifications get a lower bound, for ranges such as '6 to 25 mm'; null: it is the same as the upper one. The
 * values are derived again, in the background for a large catalogue (catalogue/search/derived-data.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('item_specification').renameColumn('numeric_value', 'max_value').execute()
  await db.schema.alterTable('item_specification').addColumn('min_value', 'double precision').execute()
  await db.schema
    .createIndex('item_specification_by_range')
    .on('item_specification')
    .columns(['kind', 'key', 'max_value', 'min_value', 'item_row_id'])
    .where(sql.ref('min_value'), 'is not', null)
    .execute()
}
