import { formatMonth } from '#contracts/format.ts'
import { formatLinkedDay } from '#web/admin/list/linked-day.ts'

interface LinkedFilters {
  customer?: string | undefined
  enquiry?: string | undefined
  item?: string | undefined
  reason?: string | undefined
  from?: string | undefined
  to?: string | undefined
  forecastMonth?: string | undefined
}

/** Says in words which quotations the filters without a field let through. */
export function describeLinkedFilters(filters: LinkedFilters): string[] {
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
