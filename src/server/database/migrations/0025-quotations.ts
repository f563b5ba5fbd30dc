import type { Kysely } from 'kysely'

/** Creates the tables of quotations (decision 0182). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createQuotations(db)
  await createIssues(db)
  await createEvents(db)
  await createLinks(db)
  await createEditors(db)
  // The purchase order that a customer uploads with an acceptance.
  await db.schema
    .alterTable('attachment')
    .addColumn('quotation_id', 'text', (c) => c.references('quotation.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('attachment_by_quotation').on('attachment').column('quotation_id').execute()
  await db.schema
    .createTable('quotation_series')
    .addColumn('financial_year', 'text', (c) => c.primaryKey())
    .addColumn('last_number', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('quotation_settings')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('settings_json', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
}

async function createQuotations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quotation')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'text', (c) => c.unique())
    .addColumn('request_key', 'text', (c) => c.unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('issue_count', 'integer', (c) => c.notNull())
    .addColumn('enquiry_id', 'text', (c) => c.references('enquiry.id').onDelete('set null'))
    .addColumn('customer_id', 'text', (c) => c.references('customer.id').onDelete('set null'))
    .addColumn('owner_id', 'text')
    .addColumn('buyer_name', 'text', (c) => c.notNull())
    .addColumn('body_json', 'text', (c) => c.notNull())
    .addColumn('amounts_json', 'text')
    .addColumn('total_paise', 'bigint')
    .addColumn('max_discount_bp', 'integer', (c) => c.notNull())
    .addColumn('approved_discount_bp', 'integer')
    .addColumn('valid_until', 'text')
    .addColumn('first_issued_at', 'text')
    .addColumn('issued_at', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('acceptance_json', 'text')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  for (const column of ['enquiry_id', 'customer_id', 'owner_id', 'updated_at'])
    await db.schema.createIndex(`quotation_by_${column}`).on('quotation').column(column).execute()
  await db.schema
    .createIndex('quotation_by_state')
    .on('quotation')
    .columns(['state', 'valid_until'])
    .execute()
}

async function createIssues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quotation_issue')
    .addColumn('quotation_id', 'text', (c) => c.notNull().references('quotation.id').onDelete('cascade'))
    .addColumn('issue_no', 'integer', (c) => c.notNull())
    .addColumn('from_revision', 'integer', (c) => c.notNull())
    .addColumn('body_json', 'text', (c) => c.notNull())
    .addColumn('amounts_json', 'text', (c) => c.notNull())
    .addColumn('seller_json', 'text', (c) => c.notNull())
    .addColumn('valid_until', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('quotation_issue_key', ['quotation_id', 'issue_no'])
    .execute()
  await db.schema
    .createTable('quotation_document')
    .addColumn('quotation_id', 'text', (c) => c.notNull().references('quotation.id').onDelete('cascade'))
    .addColumn('issue_no', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('file_id', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('quotation_document_key', ['quotation_id', 'issue_no', 'kind'])
    .execute()
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quotation_event')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('quotation_id', 'text', (c) => c.notNull().references('quotation.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('issue_no', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('quotation_event_by_quotation')
    .on('quotation_event')
    .columns(['quotation_id', 'kind', 'issue_no', 'at'])
    .execute()
  // For the questions of all quotations that wait for an answer.
  await db.schema
    .createIndex('quotation_event_by_kind')
    .on('quotation_event')
    .columns(['kind', 'at'])
    .execute()
}

/** The links of customers to a quotation, or to the page of an enquiry. */
async function createLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('private_link')
    .addColumn('secret_hash', 'text', (c) => c.primaryKey())
    .addColumn('quotation_id', 'text', (c) => c.references('quotation.id').onDelete('cascade'))
    .addColumn('enquiry_id', 'text', (c) => c.references('enquiry.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('revoked_at', 'text')
    .execute()
  for (const column of ['quotation_id', 'enquiry_id'])
    await db.schema.createIndex(`private_link_by_${column}`).on('private_link').column(column).execute()
}

/** Who has a quotation open for editing. */
async function createEditors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quotation_editor')
    .addColumn('quotation_id', 'text', (c) => c.notNull().references('quotation.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('tab_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('quotation_editor_key', ['quotation_id', 'account_id', 'tab_id'])
    .execute()
}
