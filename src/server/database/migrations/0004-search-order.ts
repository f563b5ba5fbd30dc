import { type Kysely, sql } from 'kysely'
import { isPostgres, REBUILD_SORT_KEYS, toSearchText } from './frozen.ts'

const BATCH_SIZE = 500

type ItemDb = Kysely<{ item: { row_id: number; search_text: string } }>

/**
 * Orders the text index by kind and name through the column `place`; items without a place are not in it. Rewrites the
 * search texts in the format of `toSearchText`.
 */
export async function up(db: ItemDb): Promise<void> {
  if (!isPostgres(db)) await dropTextIndex(db)
  await db.schema.alterTable('item').addColumn('place', 'bigint').execute()
  await REBUILD_SORT_KEYS.execute(db)
  await rewriteSearchText(db)
  await db.schema.createIndex('item_by_place').on('item').column('place').unique().execute()
  if (!isPostgres(db)) await createTextIndex(db)
}

async function dropTextIndex(db: ItemDb): Promise<void> {
  for (const when of ['insert', 'delete', 'update']) {
    await sql`drop trigger ${sql.ref(`item_text_${when}`)}`.execute(db)
  }
  await sql`drop table item_text`.execute(db)
}

async function createTextIndex(db: ItemDb): Promise<void> {
  await sql`create virtual table item_text using fts5(
    search_text, search_codes, content = 'item', content_rowid = 'place', tokenize = 'trigram case_sensitive 1'
  )`.execute(db)
  const insertEntry = sql`insert into item_text(rowid, search_text, search_codes)
    select new.place, new.search_text, new.search_codes where new.place is not null`
  const deleteEntry = sql`insert into item_text(item_text, rowid, search_text, search_codes)
    select 'delete', old.place, old.search_text, old.search_codes where old.place is not null`
  await sql`create trigger item_text_insert after insert on item begin ${insertEntry}; end`.execute(db)
  await sql`create trigger item_text_delete after delete on item begin ${deleteEntry}; end`.execute(db)
  await sql`create trigger item_text_update after update of search_text, search_codes, place on item
    begin ${deleteEntry}; ${insertEntry}; end`.execute(db)
  await sql`insert into item_text(item_text) values ('rebuild')`.execute(db)
}

async function rewriteSearchText(db: ItemDb): Promise<void> {
  for (let after = 0; ; ) {
    const items = await db
      .selectFrom('item')
      .select(['row_id', 'search_text'])
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { row_id, search_text } of items) {
      const rewritten = toSearchText(...search_text.split('\n'))
      await db.updateTable('item').set({ search_text: rewritten }).where('row_id', '=', row_id).execute()
    }
    const last = items.at(-1)
    if (!last) return
    after = last.row_id
  }
}
