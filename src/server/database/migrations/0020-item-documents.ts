import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/** Creates the table of documents of items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_document')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('item_id', 'text', (c) => c.notNull().references('item.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('language', 'text')
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('blob_id', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('replaced_at', 'text')
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema
    .createIndex('item_document_by_item')
    .on('item_document')
    .columns(['item_id', 'position'])
    .execute()
  await db.schema.createIndex('item_document_by_blob').on('item_document').column('blob_id').execute()
  if (!isPostgres(db)) return
  await sql`create trigger capstan_notify_change after insert or update or delete on item_document
    for each statement execute function capstan_notify_change()`.execute(db)
}
