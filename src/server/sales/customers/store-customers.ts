import { sql } from 'kysely'
import { CUSTOMER_SORT_DIRECTIONS, type CustomerSort } from '#contracts/catalogue/sort.ts'
import type { Customer, CustomerDetails, CustomerQuery, TimelineEntry } from '#contracts/enquiry/customer.ts'
import type { Enquiry, StaffMember } from '#contracts/enquiry/enquiry.ts'
import { CLOSED_STATUSES } from '#contracts/enquiry/status.ts'
import type { Page } from '#contracts/page.ts'
import { getEventIssueLabel, getIssueLabel, QUOTATION_EVENT_LABELS } from '#contracts/quotation/states.ts'
import type { Db } from '#server/database/db.ts'
import { readDeliveries } from '#server/database/mail-delivery.ts'
import { readPage, type SortKey, sortBy } from '#server/database/page.ts'
import { listMatches } from '../enquiries/store-assignment.ts'
import { listEnquiries } from '../enquiries/store-lists.ts'
import { enquiriesByPerson, parseSearchTerm } from '../enquiries/store-search.ts'

/** Enquiries of one customer that are returned, the newest first. */
const MAX_ENQUIRIES = 200
const MAX_TIMELINE_ENTRIES = 1000
const NO_QUOTATION = { quotationId: null, label: '', email: null }

const SORT_KEYS: Record<CustomerSort, SortKey> = {
  lastEnquiry: { value: sql`coalesce(last_at, customer.created_at)` },
  name: { value: sql`lower(first_name || ' ' || last_name)` },
  phone: { value: sql`phone`, last: [sql`phone = ''`] },
  email: { value: sql`lower(email)`, last: [sql`email = ''`] },
  enquiries: { value: sql`coalesce(enquiries, 0)` },
  open: { value: sql`coalesce(open, 0)` },
}

/** Returns one page of the matching customers and the number of all matches. Customers without a phone or email are last. */
export async function listCustomers(
  db: Db,
  { search, sort, order = CUSTOMER_SORT_DIRECTIONS[sort], ...page }: CustomerQuery,
): Promise<Page<Customer>> {
  return readPage(filterCustomers(db, search), page, async (matching) => {
    const withTotals = matching.leftJoin(
      (eb) =>
        eb
          .selectFrom('enquiry')
          .groupBy('customer_id')
          .select(({ fn }) => [
            'customer_id',
            fn.max('created_at').as('last_at'),
            fn.countAll<number>().as('enquiries'),
            fn.countAll<number>().filterWhere('status', 'not in', CLOSED_STATUSES).as('open'),
          ])
          .as('totals'),
      (join) => join.onRef('totals.customer_id', '=', 'customer.id'),
    )
    const rows = await sortBy(withTotals, SORT_KEYS[sort], order)
      .orderBy('customer.id', order)
      .select(['customer.id', 'first_name', 'last_name', 'email', 'phone', 'last_at', 'enquiries', 'open'])
      .execute()
    const companies = await findCompanies(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      ...toContactDetails(row),
      company: companies.get(row.id) ?? '',
      enquiries: row.enquiries ?? 0,
      open: row.open ?? 0,
      lastEnquiryAt: row.last_at,
    }))
  })
}

/** Returns the company of the newest enquiry of each customer that names one. */
async function findCompanies(db: Db, customerIds: string[]): Promise<Map<string, string>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('enquiry')
    .select(['customer_id', 'company'])
    .where('customer_id', 'in', customerIds)
    .where('company', '!=', '')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ customer_id, company }) => [customer_id, company]))
}

/** Returns a customer with the newest 200 enquiries and the newest 1,000 events, or undefined for an unknown id. */
export async function findCustomer(
  db: Db,
  { id, staff, withQuotations }: { id: string; staff: StaffMember[]; withQuotations: boolean },
): Promise<CustomerDetails | undefined> {
  const row = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { items: enquiries } = await listEnquiries(db, {
    criteria: { customer: id },
    limit: MAX_ENQUIRIES,
    offset: 0,
    staff,
  })
  const timeline = [
    ...(await listEnquiryEvents(db, enquiries)),
    ...(withQuotations ? await listQuotationEvents(db, id) : []),
  ]
  return {
    ...toContactDetails(row),
    enquiries,
    timeline: timeline.sort((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_TIMELINE_ENTRIES),
    matches: await listMatches(db, id),
  }
}

/**
 * Returns notes, changes and the receipt of enquiries. An enquiry that staff entered has an audit log entry, which is
 * returned instead of the receipt.
 */
async function listEnquiryEvents(db: Db, enquiries: Enquiry[]): Promise<TimelineEntry[]> {
  const ids = enquiries.map(({ id }) => id)
  if (ids.length === 0) return []
  const notes = await db
    .selectFrom('enquiry_note')
    .select(['id', 'enquiry_id as enquiryId', 'at', 'by_name as by', 'text', 'mail_id'])
    .where('enquiry_id', 'in', ids)
    .orderBy('at', 'desc')
    .limit(MAX_TIMELINE_ENTRIES)
    .execute()
  const deliveries = await readDeliveries(
    db,
    notes.map(({ mail_id }) => mail_id),
  )
  const changes = await db
    .selectFrom('audit_log')
    .select(['id', 'subject_id as enquiryId', 'at', 'by_name as by', 'action', 'detail'])
    .where('subject', '=', 'enquiry')
    .where('subject_id', 'in', ids)
    .where('action', '!=', 'noted')
    .orderBy('at', 'desc')
    .limit(MAX_TIMELINE_ENTRIES)
    .execute()
  const enteredIds = new Set(
    changes.filter(({ action }) => action === 'created').map(({ enquiryId }) => enquiryId),
  )
  return [
    ...notes.map(({ mail_id, ...note }) => ({
      ...note,
      ...NO_QUOTATION,
      kind: 'note' as const,
      email: deliveries.get(mail_id) ?? null,
    })),
    ...changes.map(({ action, detail, ...entry }) => ({
      ...entry,
      ...NO_QUOTATION,
      kind: 'change' as const,
      text: detail || action,
    })),
    ...enquiries
      .filter(({ id }) => !enteredIds.has(id))
      .map(({ id, createdAt }) => ({
        ...NO_QUOTATION,
        id,
        kind: 'received' as const,
        enquiryId: id,
        at: createdAt,
        by: '',
        text: '',
      })),
  ]
}

/** Returns what happened to the quotations of a customer, except for every save of a draft. */
async function listQuotationEvents(db: Db, customerId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('quotation_event')
    .innerJoin('quotation', 'quotation.id', 'quotation_event.quotation_id')
    .select([
      'quotation_event.id',
      'quotation_id',
      'enquiry_id',
      'number',
      'issue_no',
      'kind',
      'at',
      'by_name as by',
      'text',
      'mail_id',
    ])
    .where('customer_id', '=', customerId)
    .where('kind', '!=', 'changed')
    .orderBy('at', 'desc')
    .orderBy('quotation_event.id', 'desc')
    .limit(MAX_TIMELINE_ENTRIES)
    .execute()
  const deliveries = await readDeliveries(
    db,
    rows.map(({ mail_id }) => mail_id),
  )
  return rows.map(({ quotation_id, enquiry_id, number, issue_no, kind, text, mail_id, ...event }) => ({
    ...event,
    email: deliveries.get(mail_id) ?? null,
    // The label has it.
    text: text === getIssueLabel(issue_no) ? '' : text,
    kind: 'quotation' as const,
    quotationId: quotation_id,
    enquiryId: enquiry_id,
    label: `${[number ?? 'Quotation', getEventIssueLabel(kind, issue_no)].filter(Boolean).join(' ')}: ${QUOTATION_EVENT_LABELS[kind]}`,
  }))
}

function filterCustomers(db: Db, search: string | undefined) {
  const term = parseSearchTerm(search)
  return db
    .selectFrom('customer')
    .$if(term !== undefined, (query) =>
      query.where(
        'customer.id',
        'in',
        sql<string>`(select customer_id from enquiry where id in ${enquiriesByPerson(term!)})`,
      ),
    )
}

function toContactDetails(row: {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
}) {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
  }
}
