import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

/** 31 characters without 0, O, 1, I and L, which are easily confused. */
const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const BASE = REFERENCE_ALPHABET.length
const BUSINESS_UTC_OFFSET_MINUTES = 330

/**
 * Gives enquiries a reference, company, GSTIN, place, lines and attachments (decisions 0150 and 0152). Existing enquiries get
 * a reference, under which the search of the admin finds them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['company', 'gstin', 'place'])
    await db.schema
      .alterTable('enquiry')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await db.schema.alterTable('enquiry').addColumn('reference', 'text').execute()
  await setReferences(db)
  await db.schema.createIndex('enquiry_by_reference').unique().on('enquiry').column('reference').execute()
  await createLines(db)
  await createAttachments(db)
}

async function setReferences(db: Kysely<unknown>): Promise<void> {
  const date = isPostgres(db)
    ? sql`to_char((created_at::timestamptz at time zone 'UTC') + interval '330 minutes', 'YYMMDD')`
    : sql`substr(strftime('%Y%m%d', created_at, ${sql.lit(`+${BUSINESS_UTC_OFFSET_MINUTES} minutes`)}), 3)`
  // A multiple of a number without a common factor differs for every enquiry of a day and does not look like a counter.
  const number = sql`(row_number() over (partition by ${date} order by created_at, id) * 571787) % ${sql.lit(BASE ** 4)}`
  const digit = (place: number) =>
    sql`substr(${sql.lit(REFERENCE_ALPHABET)}, cast(number / ${sql.lit(BASE ** place)} as integer) % ${sql.lit(BASE)} + 1, 1)`
  await sql`update enquiry set reference = 'E-' || numbered.day || '-' || ${sql.join([3, 2, 1, 0].map(digit), sql` || `)}
    from (select id, ${date} as day, ${number} as number from enquiry) as numbered
    where numbered.id = enquiry.id`.execute(db)
  await sql`update enquiry_search set person = person || ' ' ||
    (select lower(reference) from enquiry where enquiry.id = enquiry_search.enquiry_id)`.execute(db)
  if (isPostgres(db)) await setDefaultReference(db)
  else await sql`insert into enquiry_text(enquiry_text) values ('rebuild')`.execute(db)
}

/** Enquiries that an instance of the older version stores during the upgrade get a reference from PostgreSQL. */
async function setDefaultReference(db: Kysely<unknown>): Promise<void> {
  await sql`alter table enquiry alter column reference set default
    'E-' || to_char((now() at time zone 'UTC') + interval '330 minutes', 'YYMMDD') || '-' ||
    translate(upper(substr(md5(random()::text), 1, 4)), '01', 'XY')`.execute(db)
}

async function createLines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enquiry_line')
    .addColumn('enquiry_id', 'text', (c) => c.notNull().references('enquiry.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) => c.references('item.id').onDelete('set null'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('enquiry_line_key', ['enquiry_id', 'position'])
    .execute()
  await db.schema.createIndex('enquiry_line_by_item').on('enquiry_line').column('item_id').execute()
}

/** A file without an enquiry has not been sent yet. */
async function createAttachments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attachment')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('enquiry_id', 'text', (c) => c.references('enquiry.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('encryption_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('attachment_by_enquiry')
    .on('attachment')
    .columns(['enquiry_id', 'position'])
    .execute()
}
