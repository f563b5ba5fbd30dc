import type { Kysely } from 'kysely'

/**
 * Adds the part number, and replaces the index of names of the admin's list by one of everything that the list is
 * filtered and sorted by: a page in any order is read from this index, which is a small part of the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item')
    .addColumn('part_number', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('item_for_admin')
    .ifNotExists()
    .on('item')
    .columns([
      'name_sort',
      'id',
      'kind',
      'state',
      'category',
      'is_featured',
      'price_paise',
      'part_number',
      'updated_at',
    ])
    .execute()
  await db.schema.dropIndex('item_of_staff_by_name').execute()
}
