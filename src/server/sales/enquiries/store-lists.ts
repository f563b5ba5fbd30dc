import { type ExpressionBuilder, sql } from 'kysely'
import type { Enquiry, StaffMember } from '#contracts/enquiry/enquiry.ts'
import type { EnquiryCounts } from '#contracts/enquiry/management.ts'
import { CLOSED_STATUSES, ENQUIRY_STATUSES, type EnquiryStatus } from '#contracts/enquiry/status.ts'
import type { Page } from '#contracts/page.ts'
import type { Db } from '#server/database/db.ts'
import { countMatches, ifGiven, readPage } from '#server/database/page.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { fold } from '#server/kernel/text.ts'
import { findMember } from '../context.ts'
import type { EnquiryCriteria } from './rules.ts'
import { type EnquiryContents, getContents } from './store-contents.ts'
import { type EnquiryOrder, type EnquirySelection, NEWEST_FIRST, sortEnquiries } from './store-order.ts'
import { enquiriesMatching, matchesTerm, parseSearchTerm } from './store-search.ts'

interface ListOptions {
  criteria: EnquiryCriteria
  /** By default the newest first. */
  order?: EnquiryOrder
  limit: number
  offset: number
  /** Names the owners. */
  staff: StaffMember[]
}

/** Returns one page of the matching enquiries and the number of all matches. */
export async function listEnquiries(
  db: Db,
  { criteria, order = NEWEST_FIRST, staff, ...page }: ListOptions,
): Promise<Page<Enquiry>> {
  return readPage(searchEnquiries(db, criteria), page, async (matching) => {
    // The sort reads indexes only; the long rows are read for the page.
    const sorted = await sortEnquiries(matching, order, staff).select('enquiry.id').execute()
    const ids = sorted.map(({ id }) => id)
    const selected = db.selectFrom('enquiry').where('enquiry.id', 'in', ['', ...ids])
    const rows = new Map((await selectColumns(selected).execute()).map((row) => [row.id, row]))
    return toEnquiries(
      db,
      ids.flatMap((id) => rows.get(id) ?? []),
      staff,
    )
  })
}

/** Returns an enquiry; for visitors without an item that is not published, because its name may be a new one. Throws 404. */
export async function getEnquiry(
  db: Db,
  { id, staff, isForVisitor = false }: { id: string; staff: StaffMember[]; isForVisitor?: boolean },
): Promise<Enquiry> {
  const row = await selectColumns(db.selectFrom('enquiry').where('enquiry.id', '=', id))
    .select('item.unpublished_at')
    .executeTakeFirst()
  if (!row) throw notFound('Enquiry')
  const [enquiry] = await toEnquiries(db, [row], staff)
  return isForVisitor && row.unpublished_at ? { ...enquiry!, item: null } : enquiry!
}

export async function countEnquiries(db: Db, criteria: EnquiryCriteria): Promise<number> {
  return countMatches(searchEnquiries(db, criteria))
}

/** Returns the number of stored enquiries of every status. */
export async function countAllEnquiries(db: Db): Promise<number> {
  return countEnquiries(db, {})
}

/** Returns the number of enquiries by status, and of those due by the day `today`. */
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
  const due = await countEnquiries(db, { dueBy: today })
  return { ...(counts as Record<EnquiryStatus, number>), due }
}

export type EnquiryPages = AsyncGenerator<Enquiry[]>

/**
 * Yields all matching enquiries, newest first, in pages of at most `pageSize`. Each read takes the next `pageSize`
 * rows, and the search term is compared here, so that no single query takes long when matches are rare. Enquiries
 * stored meanwhile are not included.
 */
export async function* iterateEnquiries(
  db: Db,
  { criteria, staff, pageSize }: { criteria: EnquiryCriteria; staff: StaffMember[]; pageSize: number },
): EnquiryPages {
  const term = parseSearchTerm(criteria.search)
  let cursor: { created_at: string; id: string } | undefined
  for (;;) {
    const rows = await selectColumns(filterEnquiries(db, criteria))
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
      ? rows.filter(({ person, folded_message, item_name }) =>
          matchesTerm({ person, message: folded_message, item: fold(item_name ?? '') }, term),
        )
      : rows
    yield await toEnquiries(db, matches, staff)
    cursor = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

function searchEnquiries(db: Db, criteria: EnquiryCriteria) {
  const term = parseSearchTerm(criteria.search)
  return filterEnquiries(db, criteria, { skipIndexes: term !== undefined }).$if(term !== undefined, (query) =>
    query.where('enquiry.id', 'in', enquiriesMatching(term!)),
  )
}

/**
 * Applies all criteria except the search. `skipIndexes` turns the columns into expressions, so that the database checks
 * them on the few hits of a search instead of reading a complete index range.
 */
function filterEnquiries(db: Db, criteria: EnquiryCriteria, { skipIndexes = false } = {}) {
  const column = (name: 'status' | 'owner_id' | 'next_action_on' | 'customer_id' | 'created_at') =>
    skipIndexes
      ? sql<string>`(${sql.ref(`enquiry.${name}`)} || '')`
      : sql<string>`${sql.ref(`enquiry.${name}`)}`
  const { owner, answered } = criteria
  return db
    .selectFrom('enquiry')
    .where((eb) =>
      eb.and([
        ...ifGiven(criteria.status, (status) => eb(column('status'), '=', status)),
        ...ifGiven(criteria.customer, (customer) => eb(column('customer_id'), '=', customer)),
        ...ifGiven(owner, (id) =>
          id === 'none' ? eb(column('owner_id'), 'is', null) : eb(column('owner_id'), '=', id),
        ),
        ...ifGiven(criteria.otherOwners, (ids) =>
          eb.or([eb(column('owner_id'), 'is', null), eb(column('owner_id'), 'not in', ['', ...ids])]),
        ),
        ...ifGiven(criteria.dueBy, (day) =>
          eb.and([eb(column('next_action_on'), '<=', day), eb('enquiry.status', 'not in', CLOSED_STATUSES)]),
        ),
        ...ifGiven(criteria.unansweredSince, (at) =>
          eb.and([eb(column('status'), '=', 'new'), eb(column('created_at'), '<', at)]),
        ),
        ...ifGiven(criteria.receivedSince, (at) => eb(column('created_at'), '>=', at)),
        ...ifGiven(criteria.receivedBefore, (at) => eb(column('created_at'), '<', at)),
        ...ifGiven(answered, (by) => eb.and([eb(column('status'), '!=', 'new'), isAnswered(eb, by)])),
      ]),
    )
}

/** Whether an enquiry was answered by a quotation, or in any way. */
function isAnswered(eb: ExpressionBuilder<Tables, 'enquiry'>, by: EnquiryCriteria['answered']) {
  const quoted = eb.exists(
    eb
      .selectFrom('quotation')
      .select('quotation.id')
      .whereRef('quotation.enquiry_id', '=', 'enquiry.id')
      .where('quotation.first_issued_at', 'is not', null),
  )
  if (by === 'quotation') return quoted
  const entry = eb
    .selectFrom('audit_log')
    .select('audit_log.id')
    .where('audit_log.subject', '=', 'enquiry')
    .whereRef('audit_log.subject_id', '=', 'enquiry.id')
  return eb.or([quoted, eb.exists(entry)])
}

function selectColumns(query: EnquirySelection) {
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
    'enquiry.reference',
    'enquiry.company',
    'enquiry.gstin',
    'enquiry.place',
    'enquiry.notice',
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

async function toEnquiries(db: Db, rows: Row[], staff: StaffMember[]): Promise<Enquiry[]> {
  const ids = rows.map(({ id }) => id)
  const contents = await getContents(db, ids)
  return rows.map((row) => toEnquiry(row, { staff, contents: contents.get(row.id) }))
}

function toEnquiry(
  row: Row,
  { staff, contents }: { staff: StaffMember[]; contents: EnquiryContents | undefined },
): Enquiry {
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
    status: row.status,
    item: row.item_id && row.item_name ? { id: row.item_id, name: row.item_name } : null,
    reference: row.reference,
    company: row.company,
    gstin: row.gstin,
    place: row.place,
    notice: row.notice,
    lines: contents?.lines ?? [],
    attachments: contents?.attachments ?? [],
    createdAt: row.created_at,
    owner: findMember(staff, row.owner_id),
    nextActionOn: row.next_action_on,
    revision: row.revision,
    notes: row.notes ?? 0,
  }
}
