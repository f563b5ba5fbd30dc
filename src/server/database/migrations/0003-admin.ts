import { type Kysely, sql } from 'kysely'
import { isPostgres, type SearchableEnquiry, toEnquirySearchRow } from './frozen.ts'

/** Creates the tables of the admin: states and history of items, owners and notes of enquiries, links, API keys, e-mails, the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addItemStates(db)
  await addAccounts(db)
  await addEnquiryManagement(db)
  await createAuditLog(db)
  await createOutbox(db)
  await db.schema
    .createTable('search_miss')
    .addColumn('term', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .alterTable('site_content')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('site_content_draft')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
    .addColumn('content_json', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
}

/** Renames `archived_at` to `hidden_at`: drafts are hidden as well, and the partial indexes exclude both. */
async function addItemStates(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('item').renameColumn('archived_at', 'hidden_at').execute()
  await db.schema
    .alterTable('item')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('published'))
    .execute()
  await sql`update item set state = 'archived' where hidden_at is not null`.execute(db)
  await db.schema.createIndex('item_of_staff_by_name').on('item').columns(['name_sort', 'id']).execute()
  await db.schema.createIndex('item_of_staff_by_change').on('item').columns(['updated_at', 'id']).execute()
  await db.schema
    .createTable('item_revision')
    .addColumn('item_id', 'text', (c) => c.notNull().references('item.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('draft_json', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('item_revision_key', ['item_id', 'revision'])
    .execute()
  // Published items are counted as all items minus these.
  await db.schema
    .createIndex('item_hidden')
    .on('item')
    .column('hidden_at')
    .where(sql<boolean>`hidden_at is not null`)
    .execute()
  // For the counts and lists of incomplete items. The selected columns are in the indexes, or SQLite would read every item
  // instead.
  for (const [name, column, condition] of [
    ['item_without_picture', 'images_json', sql<boolean>`images_json = '[]'`],
    ['item_without_price', 'price_paise', sql<boolean>`price_paise is null`],
    [
      'item_without_specifications',
      'specifications_json',
      sql<boolean>`specifications_json not like '%],["%'`,
    ],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('item')
      .columns(['kind', column, 'hidden_at', 'name_sort', 'id'])
      .where(sql<boolean>`hidden_at is null and ${condition}`)
      .execute()
  }
}

async function addAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('account').addColumn('totp_secret', 'text').execute()
  await db.schema
    .alterTable('account')
    .addColumn('totp_step', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('account')
    .addColumn('recovery_json', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('session')
    .addColumn('agent', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('account_link')
    .addColumn('secret_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('scopes_json', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .execute()
}

async function addEnquiryManagement(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('enquiry')
    .addColumn('owner_id', 'text', (c) => c.references('account.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('enquiry').addColumn('next_action_on', 'text').execute()
  await db.schema
    .alterTable('enquiry')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('enquiry_by_status')
    .on('enquiry')
    .columns(['status', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('customer_by_time').on('customer').columns(['created_at', 'id']).execute()
  await db.schema
    .createTable('enquiry_note')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('enquiry_id', 'text', (c) => c.notNull().references('enquiry.id').onDelete('cascade'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('enquiry_note_by_enquiry')
    .on('enquiry_note')
    .columns(['enquiry_id', 'at'])
    .execute()
  await db.schema
    .createIndex('enquiry_by_owner')
    .on('enquiry')
    .columns(['owner_id', 'created_at', 'id'])
    .execute()
  // The indexes contain all columns that the dashboard reads, so that no long message is read for a number.
  await db.schema
    .createIndex('enquiry_figures')
    .on('enquiry')
    .columns(['created_at', 'service', 'status'])
    .execute()
  await db.schema
    .createIndex('enquiry_by_item_and_time')
    .on('enquiry')
    .columns(['item_id', 'created_at'])
    .execute()
  await db.schema.createIndex('enquiry_due').on('enquiry').columns(['next_action_on', 'status']).execute()
  await createEnquirySearch(db)
}

/** Creates a table of the folded texts of all enquiries with a trigram index. */
async function createEnquirySearch(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enquiry_search')
    .addColumn('row_id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('enquiry_id', 'text', (c) => c.notNull().unique().references('enquiry.id').onDelete('cascade'))
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .execute()
  if (!isPostgres(db)) await createEnquiryTextIndex(db)
  await fillEnquirySearch(db as Kysely<EnquiryTables>)
}

async function createEnquiryTextIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table enquiry_text using fts5(
    person, message, content = 'enquiry_search', content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1'
  )`.execute(db)
  await sql`create trigger enquiry_text_insert after insert on enquiry_search begin
    insert into enquiry_text(rowid, person, message) values (new.row_id, new.person, new.message);
  end`.execute(db)
  await sql`create trigger enquiry_text_delete after delete on enquiry_search begin
    insert into enquiry_text(enquiry_text, rowid, person, message)
      values ('delete', old.row_id, old.person, old.message);
  end`.execute(db)
}

interface EnquiryTables {
  enquiry: SearchableEnquiry
  enquiry_search: ReturnType<typeof toEnquirySearchRow>
}

async function fillEnquirySearch(db: Kysely<EnquiryTables>): Promise<void> {
  const columns = ['id', 'first_name', 'last_name', 'email', 'phone', 'message'] as const
  const rows = await db.selectFrom('enquiry').select(columns).execute()
  for (const row of rows) {
    await db.insertInto('enquiry_search').values(toEnquirySearchRow(row)).execute()
  }
}

async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('log_entry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('log_entry_by_time').on('log_entry').columns(['at', 'id']).execute()
  await db.schema
    .createIndex('log_entry_by_subject')
    .on('log_entry')
    .columns(['subject', 'subject_id', 'at'])
    .execute()
  await db.schema.createIndex('log_entry_by_person').on('log_entry').columns(['by_name', 'at']).execute()
}

/** Creates the table of the e-mails that are to be sent. */
async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('to_address', 'text', (c) => c.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('last_error', 'text')
    .execute()
  await db.schema.createIndex('outbox_waiting').on('outbox').column('next_try_at').execute()
}
