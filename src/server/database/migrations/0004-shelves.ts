import { type Kysely, sql } from 'kysely'
import { PLACE_ALL } from '../shelves.ts'

/** The text index takes the order of the shelves (database/shelves.ts). An item without a place is not in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const when of ['insert', 'delete', 'update']) {
    await sql`drop trigger ${sql.ref(`item_text_${when}`)}`.execute(db)
  }
  await sql`drop table item_text`.execute(db)
  await db.schema.alterTable('item').addColumn('place', 'bigint').execute()
  await PLACE_ALL.execute(db)
  await db.schema.createIndex('item_by_place').on('item').column('place').unique().execute()
  await sql`create virtual table item_text using fts5(
    search_text, search_codes, content = 'item', content_rowid = 'place', tokenize = 'trigram case_sensitive 1'
  )`.execute(db)
  const enter = sql`insert into item_text(rowid, search_text, search_codes)
    select new.place, new.search_text, new.search_codes where new.place is not null`
  const leave = sql`insert into item_text(item_text, rowid, search_text, search_codes)
    select 'delete', old.place, old.search_text, old.search_codes where old.place is not null`
  await sql`create trigger item_text_insert after insert on item begin ${enter}; end`.execute(db)
  await sql`create trigger item_text_delete after delete on item begin ${leave}; end`.execute(db)
  await sql`create trigger item_text_update after update of search_text, search_codes, place on item
    begin ${leave}; ${enter}; end`.execute(db)
  await sql`insert into item_text(item_text) values ('rebuild')`.execute(db)
}
