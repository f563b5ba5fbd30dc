import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createCatalogue(db)
  await createAccounts(db)
  await createEnquiries(db)
  await db.schema
    .createTable('review')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('rating', 'integer')
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('position', 'text', (c) => c.notNull())
    .addColumn('company', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('site_content')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('content_json', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
}

async function createCatalogue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item')
    .addColumn('row_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_sort', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('brand', 'text')
    .addColumn('price_paise', 'bigint')
    .addColumn('original_price_paise', 'bigint')
    .addColumn('features_json', 'text', (c) => c.notNull())
    .addColumn('specifications_json', 'text', (c) => c.notNull())
    .addColumn('images_json', 'text', (c) => c.notNull())
    .addColumn('is_featured', 'integer', (c) => c.notNull())
    .addColumn('is_demo', 'integer', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('archived_at', 'text')
    .execute()
  const isPublished = sql<boolean>`archived_at is null`
  await db.schema
    .createIndex('item_by_name')
    .on('item')
    .columns(['kind', 'name_sort', 'id'])
    .where(isPublished)
    .execute()
  await db.schema
    .createIndex('item_by_price')
    .on('item')
    .expression(sql`kind, coalesce(price_paise, 0), name_sort, id`)
    .where(isPublished)
    .execute()
  await db.schema
    .createIndex('item_by_featured')
    .on('item')
    .columns(['kind', 'is_featured desc', 'name_sort', 'id'])
    .where(isPublished)
    .execute()
  await db.schema
    .createIndex('item_by_category')
    .on('item')
    .columns(['category', 'name_sort', 'id'])
    .where(isPublished)
    .execute()
  await db.schema
    .createTable('item_slug')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('item_id', 'text', (c) => c.notNull().references('item.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createTable('media')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('thumbhash', 'text', (c) => c.notNull())
    .addColumn('widths_json', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('avif_at', 'text')
    .execute()
  if (!isPostgres(db)) await createTextIndex(db)
}

/** Creates the trigram index of SQLite over names and descriptions. */
async function createTextIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table item_text using fts5(
    search_text, content = 'item', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1'
  )`.execute(db)
  await sql`create trigger item_text_insert after insert on item begin
    insert into item_text(rowid, search_text) values (new.row_id, new.search_text);
  end`.execute(db)
  await sql`create trigger item_text_delete after delete on item begin
    insert into item_text(item_text, rowid, search_text) values ('delete', old.row_id, old.search_text);
  end`.execute(db)
  await sql`create trigger item_text_update after update of search_text on item begin
    insert into item_text(item_text, rowid, search_text) values ('delete', old.row_id, old.search_text);
    insert into item_text(rowid, search_text) values (new.row_id, new.search_text);
  end`.execute(db)
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_failure')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('failed_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('sign_in_failure_by_subject')
    .on('sign_in_failure')
    .columns(['subject', 'failed_at'])
    .execute()
}

async function createEnquiries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('customer')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('phone_key', 'text', (c) => c.notNull())
    .addColumn('is_demo', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('customer_by_email').on('customer').column('email_key').execute()
  await db.schema.createIndex('customer_by_phone').on('customer').column('phone_key').execute()
  await db.schema
    .createTable('enquiry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('customer_id', 'text', (c) => c.notNull().references('customer.id').onDelete('cascade'))
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) => c.references('item.id').onDelete('set null'))
    .addColumn('request_key', 'text', (c) => c.unique())
    .addColumn('is_demo', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('enquiry_by_time').on('enquiry').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('enquiry_by_customer').on('enquiry').column('customer_id').execute()
}
