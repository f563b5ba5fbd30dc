import { type Kysely, sql } from 'kysely'

/**
 * What a discarded revision returns to, the appendix of an issue (decision 0200), the emails of events and notes, and indexes for
 * what reports and Today read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'quotation', 'state_before_revision')
  await addText(db, 'quotation_issue', 'appendix_json')
  await addText(db, 'quotation_event', 'mail_id')
  await addText(db, 'enquiry_note', 'mail_id')
  await sql`
    update quotation set state_before_revision = coalesce(
      (select event.kind from quotation_event event
       where event.quotation_id = quotation.id and event.kind in ('issued', 'declined', 'withdrawn')
       order by event.at desc, event.id desc limit 1),
      'sent')
    where issue_count > 0 and state in ('draft', 'awaiting-approval')`.execute(db)
  await sql`update quotation set state_before_revision = 'sent' where state_before_revision = 'issued'`.execute(
    db,
  )
  await db.schema
    .createIndex('quotation_by_first_issued_at')
    .on('quotation')
    .column('first_issued_at')
    .execute()
  await db.schema
    .createIndex('quotation_by_decided_at')
    .on('quotation')
    .columns(['state', 'decided_at'])
    .execute()
  await sql`
    create index quotation_unconfirmed on quotation (state) where confirmed_at is null and state = 'accepted'`.execute(
    db,
  )
}

const addText = (db: Kysely<unknown>, table: string, column: string): Promise<void> =>
  db.schema.alterTable(table).addColumn(column, 'text').execute()
