import { type Kysely, sql } from 'kysely'

/** How entries about documents, relations and drawings of items began until now. */
const KINDS = {
  document: ['Document '],
  relation: ['Relation ', 'Added to '],
  drawing: ['Assembly drawing ', 'Picture of an assembly drawing '],
}

/**
 * The kind of detail of an audit entry (decision 0202): existing ones are 'text' of unknown content, which an erasure removes.
 * What an email is about, so that an erasure finds it (decision 0203).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('audit_log')
    .addColumn('detail_kind', 'text', (c) => c.notNull().defaultTo('text'))
    .execute()
  for (const [kind, beginnings] of Object.entries(KINDS))
    for (const beginning of beginnings)
      await sql`
        update audit_log set detail_kind = ${kind}
        where subject = 'item' and action = 'changed' and detail like ${`${beginning}%`}`.execute(db)
  await db.schema
    .alterTable('outbox')
    .addColumn('enquiry_id', 'text', (c) => c.references('enquiry.id').onDelete('cascade'))
    .execute()
  await db.schema
    .alterTable('outbox')
    .addColumn('quotation_id', 'text', (c) => c.references('quotation.id').onDelete('cascade'))
    .execute()
}
