import { formatMonth } from '#contracts/format.ts'
import { formatLinkedDay } from '../layout/linked-day.ts'
import { LinkedFilterNote } from '../layout/linked-filter-note.tsx'
import type { QuotationFilters } from './list-params.ts'

/** The filters of a link to the list, which have no field, with a button that removes them. */
export function LinkedFilters({ list: { filters, change } }: { list: QuotationFilters }) {
  return (
    <LinkedFilterNote texts={describeLinkedFilters(filters)} onRemove={() => change(NO_LINKED_FILTERS)} />
  )
}

const NO_LINKED_FILTERS = {
  customer: undefined,
  enquiry: undefined,
  item: undefined,
  reason: undefined,
  from: undefined,
  to: undefined,
  forecastMonth: undefined,
}

/** Says in words which quotations the filters without a field let through. */
export function describeLinkedFilters(
  filters: Pick<QuotationFilters['filters'], keyof typeof NO_LINKED_FILTERS>,
): string[] {
  const { customer, enquiry, item, reason, from, to, forecastMonth } = filters
  return [
    (from || to) &&
      ['first sent', from && `from ${formatLinkedDay(from)}`, to && `to ${formatLinkedDay(to)}`]
        .filter(Boolean)
        .join(' '),
    item && 'with one product',
    reason !== undefined && (reason ? `reason: ${reason}` : 'without a reason'),
    forecastMonth && `open until ${formatLinkedMonth(forecastMonth)}`,
    customer && 'of one customer',
    enquiry && 'for one enquiry',
  ].filter((text): text is string => Boolean(text))
}

const formatLinkedMonth = (text: string) => (Number.isNaN(Date.parse(text)) ? text : formatMonth(text))
