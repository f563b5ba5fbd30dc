import { sql } from 'kysely'
import type { Enquiry, EnquiryStatus, StaffMember } from '#contracts/enquiry.ts'
import type { EnquiryCounts, EnquiryFilter } from '#contracts/enquiry-management.ts'
import { CLOSED_STATUSES, ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import type { Db } from '#server/database/db.ts'
import { enquiriesMatching, matchesTerm, parseSearchTerm } from '#server/database/enquiry-search.ts'
import { fold } from '#server/kernel/text.ts'

/** A filter with the day that counts as today. */
export type DatedEnquiryFilter = EnquiryFilter & { today: string }

/** Newest first, with the number of all that match. `staff` names the owners. */
export async function listEnquiries(
  db: Db,
  filter: DatedEnquiryFilter & { limit: number; offset: number },
  staff: StaffMember[],
): Promise<{ enquiries: Enquiry[]; total: number }> {
  const rows = await selectColumns(searchEnquiries(db, filter))
    .orderBy('enquiry.created_at', 'desc')
    .orderBy('enquiry.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  return { enquiries: rows.map((row) => toEnquiry(row, staff)), total: await countEnquiries(db, filter) }
}

export async function findEnquiry(db: Db, id: string, staff: StaffMember[]): Promise<Enquiry | undefined> {
  const row = await selectColumns(db.selectFrom('enquiry').where('enquiry.id', '=', id)).executeTakeFirst()
  return row && toEnquiry(row, staff)
}

export async function countEnquiries(db: Db, filter: DatedEnquiryFilter): Promise<number> {
  const { total } = await searchEnquiries(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** How many are stored, whatever became of them. */
export async function countAllEnquiries(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('enquiry')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** How many stand where, and how many are due by `today`. */
export async function countByStatus(db: Db, today: string): Promise<EnquiryCounts> {
  const rows = await db
    .selectFrom('enquiry')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const countsByStatus = new Map(rows.map(({ status, count }) => [status, count]))
  const counts = Object.fromEntries(
    ENQUIRY_STATUSES.map((status) => [status, countsByStatus.get(status) ?? 0]),
  )
  const due = await countEnquiries(db, { due: 'true', today })
  return { ...(counts as Record<EnquiryStatus, number>), due }
}

/**
 * All that match, newest first, `pageSize` rows read at a time. The search is judged here, not by the database, so that
 * no single read takes long however rare the hits are. Rows that arrive meanwhile are left out.
 */
export async function* iterateEnquiries(
  db: Db,
  filter: DatedEnquiryFilter,
  staff: StaffMember[],
  pageSize: number,
): AsyncGenerator<Enquiry[]> {
  const term = parseSearchTerm(filter.search)
  let cursor: { created_at: string; id: string } | undefined
  for (;;) {
    const rows = await selectColumns(filterEnquiries(db, filter))
      .innerJoin('enquiry_search', 'enquiry_search.enquiry_id', 'enquiry.id')
      .select(['enquiry_search.person', 'enquiry_search.message as folded_message'])
      .$if(cursor !== undefined, (query) =>
        query.where(({ eb, or, and }) =>
          and([
            eb('enquiry.created_at', '<=', cursor!.created_at),
            or([eb('enquiry.created_at', '<', cursor!.created_at), eb('enquiry.id', '<', cursor!.id)]),
          ]),
        ),
      )
      .orderBy('enquiry.created_at', 'desc')
      .orderBy('enquiry.id', 'desc')
      .limit(pageSize)
      .execute()
    const matches = term
      ? rows.filter((row) =>
          matchesTerm(
            { person: row.person, message: row.folded_message, item: fold(row.item_name ?? '') },
            term,
          ),
        )
      : rows
    yield matches.map((row) => toEnquiry(row, staff))
    cursor = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

/** All but the search. With `aside` no index is chosen for these: few hits of a search are looked at, not a whole status. */
function filterEnquiries(
  db: Db,
  { status, owner, due, customer, today }: DatedEnquiryFilter,
  skipIndexes = false,
) {
  const column = (name: 'status' | 'owner_id' | 'next_action_on' | 'customer_id') =>
    skipIndexes
      ? sql<string>`(${sql.ref(`enquiry.${name}`)} || '')`
      : sql<string>`${sql.ref(`enquiry.${name}`)}`
  return db
    .selectFrom('enquiry')
    .$if(status !== undefined, (query) => query.where(column('status'), '=', status!))
    .$if(customer !== undefined, (query) => query.where(column('customer_id'), '=', customer!))
    .$if(owner === 'none', (query) => query.where(column('owner_id'), 'is', null))
    .$if(owner !== undefined && owner !== 'none', (query) => query.where(column('owner_id'), '=', owner!))
    .$if(due === 'true', (query) =>
      query.where(column('next_action_on'), '<=', today).where('enquiry.status', 'not in', CLOSED_STATUSES),
    )
}

function searchEnquiries(db: Db, filter: DatedEnquiryFilter) {
  const term = parseSearchTerm(filter.search)
  return filterEnquiries(db, filter, term !== undefined).$if(term !== undefined, (query) =>
    query.where('enquiry.id', 'in', enquiriesMatching(term!)),
  )
}

function selectColumns(query: ReturnType<typeof filterEnquiries>) {
  return query.leftJoin('item', 'item.id', 'enquiry.item_id').select((eb) => [
    'enquiry.id',
    'enquiry.customer_id',
    'enquiry.first_name',
    'enquiry.last_name',
    'enquiry.email',
    'enquiry.phone',
    'enquiry.service',
    'enquiry.message',
    'enquiry.status',
    'enquiry.created_at',
    'enquiry.owner_id',
    'enquiry.next_action_on',
    'enquiry.revision',
    'item.id as item_id',
    'item.name as item_name',
    eb
      .selectFrom('enquiry_note')
      .whereRef('enquiry_note.enquiry_id', '=', 'enquiry.id')
      .select((inner) => inner.fn.countAll<number>().as('notes'))
      .as('notes'),
  ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectColumns>['execute']>>[number]

function toEnquiry(row: Row, staff: StaffMember[]): Enquiry {
  return {
    id: row.id,
    customer: {
      id: row.customer_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
    },
    service: row.service,
    message: row.message,
    status: row.status as EnquiryStatus,
    item: row.item_id && row.item_name ? { id: row.item_id, name: row.item_name } : null,
    createdAt: row.created_at,
    owner: staff.find(({ id }) => id === row.owner_id) ?? null,
    nextActionOn: row.next_action_on,
    revision: row.revision,
    notes: row.notes ?? 0,
  }
}
