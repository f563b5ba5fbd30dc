import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/** Creates the table of assembly drawings: pictures of machines with numbered points. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('assembly_drawing')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('item_row_id', 'integer', (c) => c.notNull().references('item.row_id').onDelete('cascade'))
    .addColumn('assembly', 'text', (c) => c.notNull())
    .addColumn('picture', 'text', (c) => c.notNull())
    .addColumn('hotspots_json', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('assembly_drawing_by_item')
    .unique()
    .on('assembly_drawing')
    .columns(['item_row_id', 'assembly'])
    .execute()
  if (isPostgres(db))
    await sql`create trigger capstan_notify_change after insert or update or delete on assembly_drawing
      for each statement execute function capstan_notify_change()`.execute(db)
}
