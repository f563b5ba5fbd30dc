import { type ExpressionBuilder, sql } from 'kysely'
import type { QuotationSort } from '#contracts/catalogue/sort.ts'
import type { Page } from '#contracts/page.ts'
import type { QuotationFilter, QuotationQuery } from '#contracts/quotation/record.ts'
import type { Db } from '#server/database/db.ts'
import { readPage, sortBy } from '#server/database/page.ts'
import { escapeLike } from '#server/database/search/text-contains.ts'
import type { Tables } from '#server/database/tables.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { toIso } from '#server/kernel/clock.ts'
import { fold } from '#server/kernel/text.ts'
import { type StoredQuotation, toStoredQuotation } from './store.ts'

const SORT_COLUMNS = {
  updated: 'updated_at',
  number: 'number',
  buyer: 'buyer_name',
  total: 'total_paise',
  validUntil: 'valid_until',
  issued: 'issued_at',
} as const satisfies Record<QuotationSort, keyof Tables['quotation']>

/** Returns one page of the matching quotations and the number of all matches. `today` is the day in India. */
export async function listQuotations(
  db: Db,
  { sort, order, ...query }: QuotationQuery,
  today: string,
): Promise<Page<StoredQuotation>> {
  const value = sql.ref(`quotation.${SORT_COLUMNS[sort]}`)
  return readPage(selectQuotations(db, query, today), query, async (page) => {
    const sorted = sortBy(
      page,
      { value, last: sort === 'updated' ? [] : [sql`${value} is null`] },
      order,
    ).orderBy('quotation.id')
    return (await sorted.selectAll('quotation').execute()).map(toStoredQuotation)
  })
}

/** True for quotations that are neither decided nor, on the day `today` in India, expired. */
export const isPending = (eb: ExpressionBuilder<Tables, 'quotation'>, today: string) =>
  eb.or([
    eb('quotation.state', 'in', ['draft', 'awaiting-approval']),
    eb.and([eb('quotation.state', '=', 'sent'), eb('quotation.valid_until', '>=', today)]),
  ])

/** Returns the matching quotations as a query without columns. */
function selectQuotations(db: Db, filter: QuotationFilter, today: string) {
  const { state, owner, customer, enquiry, enquiries, item, reason, from, to, forecastMonth, search } = filter
  let query = db.selectFrom('quotation')
  if (state === 'expired') query = query.where('state', '=', 'sent').where('valid_until', '<', today)
  else if (state === 'sent') query = query.where('state', '=', 'sent').where('valid_until', '>=', today)
  else if (state === 'open') query = query.where('state', 'in', ['draft', 'awaiting-approval', 'sent'])
  else if (state === 'quoted') query = query.where('issue_count', '>', 0)
  else if (state === 'lost')
    query = query.where('issue_count', '>', 0).where('state', 'in', ['declined', 'withdrawn'])
  else if (state === 'pending') query = query.where('issue_count', '>', 0).where((eb) => isPending(eb, today))
  else if (state) query = query.where('state', '=', state)
  if (owner === 'none') query = query.where('owner_id', 'is', null)
  else if (owner) query = query.where('owner_id', '=', owner)
  if (customer) query = query.where('customer_id', '=', customer)
  if (enquiry) query = query.where('enquiry_id', '=', enquiry)
  if (enquiries) query = query.where('enquiry_id', 'in', ['', ...enquiries])
  if (item)
    query = query.where(
      sql<boolean>`body_json like ${`%"item":${escapeLike(JSON.stringify(item))}%`} escape '\\'`,
    )
  // A quotation that is being revised keeps its reason for the case that the revision is discarded.
  if (reason !== undefined)
    query = query.where('reason', '=', reason).where('state', 'in', ['declined', 'withdrawn'])
  const begun = sql<string>`coalesce(first_issued_at, created_at)`
  if (from) query = query.where(begun, '>=', toIso(startOfBusinessDay(from)))
  if (to) query = query.where(begun, '<', toIso(startOfBusinessDay(to, 1)))
  if (forecastMonth)
    query = query.where(
      sql<boolean>`case when valid_until < ${today} then ${today} else valid_until end like ${`${forecastMonth}-%`}`,
    )
  for (const word of fold(search ?? '')
    .split(' ')
    .filter(Boolean))
    query = query.where(
      sql<boolean>`(search_text || ' ' || lower(coalesce(number, ''))) like ${`%${escapeLike(word)}%`} escape '\\'`,
    )
  return query
}

/** Returns the issued quotations of an enquiry with its address, the first one first. */
export async function listIssuedOfEnquiry(
  db: Db,
  enquiryId: string,
): Promise<{ email: string; quotation: StoredQuotation }[]> {
  const rows = await db
    .selectFrom('quotation')
    .innerJoin('enquiry', 'enquiry.id', 'quotation.enquiry_id')
    .selectAll('quotation')
    .select('enquiry.email')
    .where('enquiry_id', '=', enquiryId)
    .where('issue_count', '>', 0)
    .orderBy('first_issued_at')
    .orderBy('quotation.id')
    .execute()
  return rows.map(({ email, ...row }) => ({ email, quotation: toStoredQuotation(row) }))
}

/** Returns what summaries of these quotations show of their enquiries and customers, and when their issues were viewed first. */
export async function readSummaryContext(db: Db, quotations: StoredQuotation[]) {
  const pick = (select: (quotation: StoredQuotation) => string | null) => [
    '',
    ...new Set(quotations.flatMap((quotation) => select(quotation) ?? [])),
  ]
  const [ids, enquiryIds, customerIds] = [
    pick(({ id }) => id),
    pick(({ enquiryId }) => enquiryId),
    pick(({ customerId }) => customerId),
  ]
  const enquiries = db.selectFrom('enquiry').select(['id', 'reference']).where('id', 'in', enquiryIds)
  const customers = db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', customerIds)
  const views = db
    .selectFrom('quotation_event')
    .select((eb) => ['quotation_id', 'issue_no', eb.fn.min('at').as('at')])
    .where('quotation_id', 'in', ids)
    .where('kind', '=', 'viewed')
    .groupBy(['quotation_id', 'issue_no'])
  return {
    enquiries: await enquiries.execute(),
    customers: await customers.execute(),
    views: await views.execute(),
  }
}
