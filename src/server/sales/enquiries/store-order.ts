import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { SERVICE_OPTIONS } from '#contracts/catalogue/service-options.ts'
import type { EnquirySort, SortDirection } from '#contracts/catalogue/sort.ts'
import type { StaffMember } from '#contracts/enquiry/enquiry.ts'
import { CLOSED_STATUSES, ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { type SortKey, sortBy } from '#server/database/page.ts'
import type { Tables } from '#server/database/tables.ts'
import { fold } from '#server/kernel/text.ts'

/** A selection of enquiries without columns. */
export type EnquirySelection = SelectQueryBuilder<Tables, 'enquiry', object>

export interface EnquiryOrder {
  sort: EnquirySort
  direction: SortDirection
}

export const NEWEST_FIRST: EnquiryOrder = { sort: 'received', direction: 'desc' }

/** Sorts enquiries; those without a value in the column are last in both directions. Every order is total. */
export function sortEnquiries(
  selection: EnquirySelection,
  { sort, direction }: EnquiryOrder,
  staff: StaffMember[],
): EnquirySelection {
  const byTime = (sorted: EnquirySelection, direction: SortDirection = 'desc') =>
    sorted.orderBy('enquiry.created_at', direction).orderBy('enquiry.id', direction)
  switch (sort) {
    case 'received':
      return byTime(selection, direction)
    case 'customer': {
      const withPerson = selection.innerJoin('enquiry_search', 'enquiry_search.enquiry_id', 'enquiry.id')
      // The text starts with the folded name; an index has this part of it.
      return byTime(sortBy(withPerson, { value: sql`substr(enquiry_search.person, 1, 200)` }, direction))
    }
    case 'subject': {
      const withItem = selection.leftJoin('item', 'item.id', 'enquiry.item_id')
      return byTime(sortBy(withItem, { value: SUBJECT, last: [sql`${SUBJECT} is null`] }, direction))
    }
    case 'status':
      return byTime(sortBy(selection, { value: STATUS_POSITION }, direction))
    case 'owner': {
      const key = { value: getOwnerPosition(staff), last: [sql`enquiry.owner_id is null`] }
      return byTime(sortBy(selection, key, direction))
    }
    case 'nextStep':
      return byTime(sortBy(selection, NEXT_STEP, direction), 'asc')
  }
}

/** The position of a column's value in a list; the length of the list for other values. */
function getPosition(column: string, values: readonly string[]): RawBuilder<unknown> {
  const cases = values.map((value, index) => sql`when ${value} then ${sql.lit(index)}`)
  if (cases.length === 0) return sql.ref(column)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.lit(values.length)} end`
}

const STATUS_POSITION = getPosition('enquiry.status', ENQUIRY_STATUSES)

function getOwnerPosition(staff: StaffMember[]): RawBuilder<unknown> {
  const sorted = staff.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return getPosition(
    'enquiry.owner_id',
    sorted.map(({ id }) => id),
  )
}

const serviceLabel = sql`case enquiry.service ${sql.join(
  SERVICE_OPTIONS.map(({ value, label }) => sql`when ${value} then ${fold(label)}`),
  sql` `,
)} else enquiry.service end`

const firstLine = sql`(select lower(enquiry_line.name) from enquiry_line
  where enquiry_line.enquiry_id = enquiry.id order by enquiry_line.position limit 1)`

/** What the list shows as the subject, in lower case; null if there is nothing. */
const SUBJECT = sql`coalesce(${firstLine}, item.name_sort, nullif(${serviceLabel}, ''))`

const NEXT_STEP: SortKey = {
  value: sql`enquiry.next_action_on`,
  last: [sql`enquiry.status in (${sql.join(CLOSED_STATUSES)})`, sql`enquiry.next_action_on is null`],
}
