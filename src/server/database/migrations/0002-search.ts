import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/** Creates the tables for filters and spelling correction. Their rows are derived from the items at the next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('item')
    .addColumn('search_codes', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('item_by_kind_category')
    .on('item')
    .columns(['kind', 'category'])
    .where(sql<boolean>`archived_at is null`)
    .execute()
  await createSpecificationValues(db)
  await db.schema
    .createTable('search_word')
    .addColumn('word', 'text', (c) => c.primaryKey())
    .execute()
  await db.schema
    .createTable('derived')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
  if (!isPostgres(db)) await addCodesToTextIndex(db)
}

async function createSpecificationValues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_spec')
    .addColumn('item_row_id', 'integer', (c) => c.notNull().references('item.row_id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('num', 'double precision')
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('txt', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('item_spec_key', ['item_row_id', 'key', 'value'])
    .execute()
  await db.schema
    .createIndex('item_spec_by_number')
    .on('item_spec')
    .columns(['kind', 'key', 'num', 'item_row_id'])
    .execute()
  await db.schema
    .createIndex('item_spec_by_value')
    .on('item_spec')
    .columns(['kind', 'key', 'value', 'item_row_id'])
    .execute()
}

/** Adds the codes (part numbers and names without separators) to the text index. */
async function addCodesToTextIndex(db: Kysely<unknown>): Promise<void> {
  for (const when of ['insert', 'delete', 'update']) {
    await sql`drop trigger ${sql.ref(`item_text_${when}`)}`.execute(db)
  }
  await sql`drop table item_text`.execute(db)
  await sql`create virtual table item_text using fts5(
    search_text, search_codes, content = 'item', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1'
  )`.execute(db)
  await sql`create trigger item_text_insert after insert on item begin
    insert into item_text(rowid, search_text, search_codes) values (new.row_id, new.search_text, new.search_codes);
  end`.execute(db)
  await sql`create trigger item_text_delete after delete on item begin
    insert into item_text(item_text, rowid, search_text, search_codes)
      values ('delete', old.row_id, old.search_text, old.search_codes);
  end`.execute(db)
  await sql`create trigger item_text_update after update of search_text, search_codes on item begin
    insert into item_text(item_text, rowid, search_text, search_codes)
      values ('delete', old.row_id, old.search_text, old.search_codes);
    insert into item_text(rowid, search_text, search_codes) values (new.row_id, new.search_text, new.search_codes);
  end`.execute(db)
  await sql`insert into item_text(item_text) values ('rebuild')`.execute(db)
}
