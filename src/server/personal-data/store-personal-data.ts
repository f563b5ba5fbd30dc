import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { DraftBody } from '#contracts/quotation/quotation.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import type { Erasure } from '../backup/erasure-list.ts'
import type { Db, Tx } from '../database/db.ts'
import { strpos } from '../database/sql-dialect.ts'
import { PRIMARY_KEYS, type TableName } from '../database/tables.ts'
import { toIso } from '../kernel/clock.ts'
import { createRedaction } from '../kernel/redaction.ts'
import { fold } from '../kernel/text.ts'
import { replaceSearchRows } from '../sales/enquiries/store-search.ts'
import {
  ERASED_NAME,
  type OtherTable,
  type Person,
  type PersonalTable,
  RETENTION_NAME,
  TABLE_RULES,
} from './store-table-rules.ts'

/** Finds what is stored about a customer; undefined for an unknown id. */
export async function findCustomerData(db: Db, id: string): Promise<Person | undefined> {
  const customer = await db.selectFrom('customer').select('id').where('id', '=', id).executeTakeFirst()
  if (!customer) return undefined
  const enquiries = await db.selectFrom('enquiry').select('id').where('customer_id', '=', id).execute()
  const enquiryIds = enquiries.map((enquiry) => enquiry.id)
  const quotationIds = await listQuotations(db, { customerId: id, enquiryIds })
  return findPerson(db, { customerIds: [id], enquiryIds, quotationIds })
}

/** Finds what is stored with an enquiry, and its customer if that has no other ones; undefined for an unknown id. */
export async function findEnquiryData(db: Db, id: string): Promise<Person | undefined> {
  const enquiry = await db.selectFrom('enquiry').select('customer_id').where('id', '=', id).executeTakeFirst()
  if (!enquiry) return undefined
  const ofCustomer = await findCustomerData(db, enquiry.customer_id)
  if (ofCustomer?.enquiryIds.length === 1) return ofCustomer
  const quotations = await db.selectFrom('quotation').select('id').where('enquiry_id', '=', id).execute()
  const quotationIds = quotations.map((quotation) => quotation.id)
  return findPerson(db, { customerIds: [], enquiryIds: [id], quotationIds })
}

/** Finds what is stored about the buyer of one quotation; undefined for an unknown id. */
export async function findQuotationData(db: Db, id: string): Promise<Person | undefined> {
  const person = await findPerson(db, { customerIds: [], enquiryIds: [], quotationIds: [id] })
  return person.quotationNames.has(id) ? person : undefined
}

/** The quotations of a customer, and those of the enquiries that have no customer. */
async function listQuotations(
  db: Db,
  { customerId, enquiryIds }: { customerId: string; enquiryIds: string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('quotation')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('customer_id', '=', customerId),
        eb.and([eb('customer_id', 'is', null), eb('enquiry_id', 'in', ['', ...enquiryIds])]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

type Ids = Pick<Person, 'customerIds' | 'enquiryIds' | 'quotationIds'>

async function findPerson(db: Db, ids: Ids): Promise<Person> {
  const keys = await db.selectFrom('api_key').select('name').execute()
  const programNames = ['Console', RETENTION_NAME, ...keys.map(({ name }) => `API key ${name}`)]
  const quotations = await db
    .selectFrom('quotation')
    .select(['id', 'number', 'issue_count', 'body_json', 'acceptance_json'])
    .where('id', 'in', ['', ...ids.quotationIds])
    .execute()
  const issues = await db
    .selectFrom('quotation_issue')
    .select('body_json')
    .where('quotation_id', 'in', ['', ...ids.quotationIds])
    .execute()
  const buyers = [...quotations, ...issues].flatMap(
    ({ body_json }) => (JSON.parse(body_json) as DraftBody).buyer ?? [],
  )
  const signatories = quotations.flatMap(({ acceptance_json }) =>
    acceptance_json === null ? [] : (JSON.parse(acceptance_json) as Acceptance).name,
  )
  const contacts = await listContacts(db, ids)
  const unlessErased = (texts: string[]) => [
    ...new Set(texts.map((text) => text.trim()).filter((text) => text && text !== ERASED_NAME)),
  ]
  const words = {
    names: unlessErased([
      ...contacts.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
      ...buyers.map(({ name }) => name),
      ...signatories,
    ]),
    emails: unlessErased([...contacts, ...buyers].map(({ email }) => email)),
    phones: unlessErased([...contacts, ...buyers].map(({ phone }) => phone)),
  }
  return {
    ...ids,
    name: words.names[0] ?? '',
    draftIds: quotations.filter(({ issue_count }) => issue_count === 0).map(({ id }) => id),
    addresses: words.emails.map((email) => email.toLowerCase()),
    searchTerms: await findSearches(db, words.names),
    quotationNames: new Map(
      quotations.map(({ id, number, body_json }) => [
        id,
        number ?? ((JSON.parse(body_json) as DraftBody).buyer?.company || ERASED_NAME),
      ]),
    ),
    programNames,
    redact: createRedaction(words, ERASED_NAME),
  }
}

const listContacts = async (db: Db, { customerIds, enquiryIds }: Ids) => [
  ...(await db
    .selectFrom('customer')
    .select(['first_name', 'last_name', 'email', 'phone'])
    .where('id', 'in', ['', ...customerIds])
    .execute()),
  ...(await db
    .selectFrom('enquiry')
    .select(['first_name', 'last_name', 'email', 'phone'])
    .where('id', 'in', ['', ...enquiryIds])
    .execute()),
]

/** Searches are stored in lower case; those with an address or a telephone number are not stored. */
async function findSearches(db: Db, names: string[]): Promise<string[]> {
  // Single words of a name are searched for by others as well.
  const fullNames = names.filter((name) => name.includes(' ')).map(fold)
  if (fullNames.length === 0) return []
  const contains = (column: string) =>
    sql<SqlBool>`(${sql.join(
      fullNames.map((name) => sql`${strpos(sql.ref(column), name)} > 0`),
      sql` or `,
    )})`
  const rows = await db
    .selectFrom('zero_result_search')
    .select('term')
    .where(contains('term'))
    .union((eb) =>
      eb
        .selectFrom('visitor_figure')
        .select('name as term')
        .where('kind', '=', 'search')
        .where(contains('name')),
    )
    .execute()
  return rows.map(({ term }) => term)
}

type Row = Record<string, unknown>

/** Returns the rows of a person by table, the oldest first, without keys and other internal columns. JSON columns are values. */
export async function exportPerson(db: Db, person: Person): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {}
  for (const [table, { rows, exported, erased = {} }] of listPersonalTables()) {
    const shown = new Set([...exported.split(' '), ...Object.keys(erased)])
    tables[table] = (await selectRows(db, table, rows(person)))
      .toSorted((one, other) => getTime(one).localeCompare(getTime(other)))
      .map((row) => {
        const values = Object.entries(row).filter(([column]) => shown.has(column))
        return Object.fromEntries(values.map(([column, value]) => toExportedValue(column, value)))
      })
  }
  return tables
}

const getTime = ({ at, created_at, issued_at }: Row): string => String(at ?? created_at ?? issued_at ?? '')

const toExportedValue = (column: string, value: unknown): [string, unknown] =>
  column.endsWith('_json')
    ? [column.slice(0, -'_json'.length), value === null ? null : JSON.parse(String(value))]
    : [column, value]

/** Erases a person from every table. Repeating it changes nothing more. */
export async function erasePerson(tx: Tx, person: Person, at: string): Promise<void> {
  for (const [table, { rows, deletes, erased, erasedInternal }] of listPersonalTables()) {
    if (deletes) await sql`delete from ${sql.table(table)} where ${deletes(person)}`.execute(tx)
    const rules = Object.entries({ ...erased, ...erasedInternal })
    if (rules.length === 0) continue
    for (const row of await selectRows(tx, table, rows(person))) {
      const changes = rules.map(([column, rule]) => sql`${sql.ref(column)} = ${rule?.(row, person, at)}`)
      const key = PRIMARY_KEYS[table].map((column) => sql`${sql.ref(column)} = ${row[column]}`)
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.join(key, sql` and `)}`.execute(
        tx,
      )
    }
  }
  await replaceSearchRows(tx, person.enquiryIds)
}

/** The files of a person, to be removed when the rows are. */
export async function listPersonFiles(
  db: Db,
  { enquiryIds, quotationIds }: Person,
): Promise<{ attachments: string[]; documents: string[] }> {
  const attachments = await db
    .selectFrom('attachment')
    .select('id')
    .where((eb) =>
      eb.or([eb('enquiry_id', 'in', ['', ...enquiryIds]), eb('quotation_id', 'in', ['', ...quotationIds])]),
    )
    .execute()
  const documents = await db
    .selectFrom('quotation_document')
    .select('file_id')
    .where('quotation_id', 'in', ['', ...quotationIds])
    .execute()
  return { attachments: attachments.map(({ id }) => id), documents: documents.map(({ file_id }) => file_id) }
}

const listPersonalTables = () =>
  (Object.entries(TABLE_RULES) as unknown as [TableName, PersonalTable<Row> | OtherTable][]).filter(
    (entry): entry is [TableName, PersonalTable<Row>] => !('without' in entry[1]),
  )

const selectRows = async (db: Db, table: TableName, condition: RawBuilder<SqlBool>): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} where ${condition}`.execute(db)).rows

/** Returns whom this database knows to be erased. */
export const listErasures = (db: Db): Promise<Erasure[]> =>
  db
    .selectFrom('audit_log')
    .select(['subject', 'subject_id as id'])
    .where('action', '=', 'erased')
    .where('subject', 'in', ['customer', 'enquiry', 'quotation'])
    .$narrowType<{ subject: Erasure['subject'] }>()
    .execute()

/**
 * Returns the ids of customers, or this one, who have ordered nothing and of whom nothing was heard since that time, oldest first:
 * all enquiries are lost, no quotation is accepted, valid or in preparation, and no enquiry, note, quotation, visit of its page or
 * change by staff is newer, of another customer with the same email address or phone number neither.
 */
export async function listInactiveCustomers(
  db: Db,
  { since, id, limit = 1 }: { since: Date; id?: string; limit?: number },
): Promise<string[]> {
  const at = toIso(since)
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .where('created_at', '<', at)
    .where('is_demo', '=', 0)
    .where(sql<SqlBool>`not (first_name = ${ERASED_NAME} and email = '' and phone = '')`)
    .where(
      sql<SqlBool>`not exists (
        select 1 from enquiry where enquiry.customer_id = customer.id
        and (status <> 'lost' or next_action_on is not null or created_at >= ${at}
          or exists (select 1 from enquiry_note where enquiry_note.enquiry_id = enquiry.id and at >= ${at})
          or exists (select 1 from audit_log where subject = 'enquiry' and subject_id = enquiry.id and at >= ${at})))`,
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from quotation where quotation.customer_id = customer.id
        and (state not in ('sent', 'declined', 'withdrawn') or updated_at >= ${at}
          or valid_until >= ${toBusinessDate(since)}
          or exists (select 1 from quotation_event where quotation_event.quotation_id = quotation.id and at >= ${at})))`,
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from customer as other join enquiry on enquiry.customer_id = other.id
        where enquiry.created_at >= ${at}
        and ((other.email_key <> '' and other.email_key = customer.email_key)
          or (other.phone_key <> '' and other.phone_key = customer.phone_key)))`,
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from audit_log where subject = 'customer' and subject_id = customer.id and at >= ${at})`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
