import { sql } from 'kysely'
import type { Customer, CustomerDetails, CustomerQuery, TimelineEntry } from '#contracts/customer.ts'
import type { Enquiry, StaffMember } from '#contracts/enquiry.ts'
import { CLOSED_STATUSES } from '#contracts/enquiry-status.ts'
import type { Db } from '#server/database/db.ts'
import { enquiriesByPerson, parseSearchTerm } from '#server/database/enquiry-search.ts'
import { listEnquiries } from './store-lists.ts'

/** More of one person's enquiries nobody reads on one page. */
const MAX_ENQUIRIES = 200
const MAX_TIMELINE_ENTRIES = 1000

/** People, those first who came last, with the number of all that match. */
export async function listCustomers(
  db: Db,
  { search, limit, offset }: CustomerQuery,
): Promise<{ customers: Customer[]; total: number }> {
  const rows = await filterCustomers(db, search)
    .select(['customer.id', 'first_name', 'last_name', 'email', 'phone'])
    .select((eb) => {
      const own = eb.selectFrom('enquiry').whereRef('enquiry.customer_id', '=', 'customer.id')
      return [
        own.select((inner) => inner.fn.countAll<number>().as('count')).as('enquiries'),
        own
          .where('enquiry.status', 'not in', CLOSED_STATUSES)
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .as('open'),
        own.select((inner) => inner.fn.max('enquiry.created_at').as('at')).as('last_at'),
      ]
    })
    .orderBy('customer.created_at', 'desc')
    .orderBy('customer.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await filterCustomers(db, search)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const customers = rows.map((row) => ({
    ...toPerson(row),
    enquiries: row.enquiries ?? 0,
    open: row.open ?? 0,
    lastEnquiryAt: row.last_at,
  }))
  return { customers, total }
}

/** A person with their enquiries and what became of them; the newest 200 and the newest 1000. Undefined if unknown. */
export async function findCustomer(
  db: Db,
  id: string,
  staff: StaffMember[],
): Promise<CustomerDetails | undefined> {
  const row = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const filter = { customer: id, today: '', limit: MAX_ENQUIRIES, offset: 0 }
  const { enquiries } = await listEnquiries(db, filter, staff)
  return { ...toPerson(row), enquiries, timeline: await getTimeline(db, enquiries) }
}

/** Arrivals, notes and changes, the newest first. What staff entered has its arrival in the log already. */
async function getTimeline(db: Db, enquiries: Enquiry[]): Promise<TimelineEntry[]> {
  const ids = enquiries.map(({ id }) => id)
  if (ids.length === 0) return []
  const notes = await db
    .selectFrom('enquiry_note')
    .select(['id', 'enquiry_id as enquiryId', 'at', 'by_name as by', 'text'])
    .where('enquiry_id', 'in', ids)
    .orderBy('at', 'desc')
    .limit(MAX_TIMELINE_ENTRIES)
    .execute()
  const changes = await db
    .selectFrom('audit_log')
    .select(['id', 'subject_id as enquiryId', 'at', 'by_name as by', 'action', 'detail'])
    .where('subject', '=', 'enquiry')
    .where('subject_id', 'in', ids)
    .where('action', '!=', 'noted')
    .orderBy('at', 'desc')
    .limit(MAX_TIMELINE_ENTRIES)
    .execute()
  const entered = new Set(
    changes.filter(({ action }) => action === 'created').map((entry) => entry.enquiryId),
  )
  return [
    ...notes.map((note) => ({ ...note, kind: 'note' as const })),
    ...changes.map(({ action, detail, ...entry }) => ({
      ...entry,
      kind: 'change' as const,
      text: detail || action,
    })),
    ...enquiries
      .filter(({ id }) => !entered.has(id))
      .map(({ id, createdAt }) => ({
        id,
        kind: 'received' as const,
        enquiryId: id,
        at: createdAt,
        by: '',
        text: '',
      })),
  ]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, MAX_TIMELINE_ENTRIES)
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

function toPerson(row: { id: string; first_name: string; last_name: string; email: string; phone: string }) {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
  }
}
