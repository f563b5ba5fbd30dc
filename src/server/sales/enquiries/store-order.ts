import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { SERVICE_OPTIONS } from '#contracts/catalogue/service-options.ts'
import type { EnquirySort, SortDirection } from '#contracts/catalogue/sort.ts'
import type { StaffMember } from '#contracts/enquiry/enquiry.ts'
import { CLOSED_STATUSES, ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
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
  switch (sort) {
    case 'received':
      return sortByTime(selection, direction)
    case 'customer':
      // The text starts with the folded name; an index has this part of it.
      return sortByTime(
        selection
          .$if(true, (query) => query.innerJoin('enquiry_search', 'enquiry_search.enquiry_id', 'enquiry.id'))
          .orderBy(sql`substr(enquiry_search.person, 1, 200)`, direction),
      )
    case 'subject':
      return sortByTime(
        selection
          .$if(true, (query) => query.leftJoin('item', 'item.id', 'enquiry.item_id'))
          .orderBy(sql`case when ${SUBJECT} is null then 1 else 0 end`)
          .orderBy(SUBJECT, direction),
      )
    case 'status':
      return sortByTime(selection.orderBy(STATUS_POSITION, direction))
    case 'owner':
      return sortByTime(
        selection
          .orderBy(sql`case when enquiry.owner_id is null then 1 else 0 end`)
          .orderBy(getOwnerPosition(staff), direction),
      )
    case 'nextStep':
      return sortByTime(
        selection
          .orderBy(sql`case when enquiry.status in (${sql.join(CLOSED_STATUSES)}) then 1 else 0 end`)
          .orderBy(sql`case when enquiry.next_action_on is null then 1 else 0 end`)
          .orderBy('enquiry.next_action_on', direction),
        'asc',
      )
  }
}

const sortByTime = (selection: EnquirySelection, direction: SortDirection = 'desc') =>
  selection.orderBy('enquiry.created_at', direction).orderBy('enquiry.id', direction)

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
