import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/**
 * Creates a table of the search texts on PostgreSQL, because the rows of items are five times as long (decision 0138). A
 * trigger copies the texts from the items.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await db.schema
    .createTable('item_text')
    .addColumn('row_id', 'integer', (c) => c.primaryKey().references('item.row_id').onDelete('cascade'))
    .addColumn('place', 'bigint')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('search_codes', 'text', (c) => c.notNull())
    .execute()
  await sql`create function capstan_file_text() returns trigger language plpgsql as $$
    begin
      insert into item_text values (new.row_id, new.place, new.search_text, new.search_codes)
        on conflict (row_id) do update set (place, search_text, search_codes) =
          (excluded.place, excluded.search_text, excluded.search_codes);
      return null;
    end $$`.execute(db)
  await sql`create trigger capstan_file_text after insert or update of place, search_text, search_codes on item
    for each row execute function capstan_file_text()`.execute(db)
  await sql`insert into item_text
    select row_id, place, search_text, search_codes from item order by place`.execute(db)
  for (const column of ['person', 'message'])
    await sql`alter index if exists ${sql.ref(`enquiry_search_${column}_trigrams`)} set (fastupdate = off)`.execute(
      db,
    )
  // Last, because it locks the items until the end of the migration.
  for (const column of ['search_text', 'search_codes'])
    await sql`drop index if exists ${sql.ref(`item_${column}_trigrams`)}`.execute(db)
}
