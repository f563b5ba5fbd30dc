import { formatRupees } from '#contracts/format.ts'
import type { ReportRow } from '#contracts/quotation/report.ts'
import type { ReportOutcome } from '#contracts/quotation/report-outcomes.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import type { Days } from './periods.ts'

/** Returns the path of the list of exactly the quotations that a figure counts; undefined if no filter finds them. */
export function toListPath(
  { filter }: Pick<ReportRow, 'filter'>,
  outcome: ReportOutcome,
  days: Days,
): string | undefined {
  if (!filter) return undefined
  // A month can begin before the period, and end after it.
  const from = filter.from && filter.from > days.from ? filter.from : days.from
  const to = filter.to && filter.to < days.to ? filter.to : days.to
  return `${ADMIN_PATHS.quotations}?${new URLSearchParams({ ...filter, state: outcome, from, to })}`
}

/** The path of the list of open quotations that count for a month of the forecast. */
export const toForecastPath = (month: string): string =>
  `${ADMIN_PATHS.quotations}?${new URLSearchParams({ state: 'pending', forecastMonth: month })}`

/** The path of the list of the enquiries of a period that were answered or quoted. */
export const toEnquiriesPath = (answered: 'reply' | 'quotation', { from, to }: Days): string =>
  `${ADMIN_PATHS.customers}?${new URLSearchParams({ answered, from, to })}`

const LAKH = 100_000
const CRORE = 100 * LAKH

/** Rupees for an axis: '₹1.25 Cr', '₹40 L', '₹5,000'. */
export function formatShortRupees(amount: number): string {
  if (amount >= CRORE) return `₹${round(amount / CRORE)} Cr`
  return amount >= LAKH ? `₹${round(amount / LAKH)} L` : formatRupees(Math.round(amount))
}

const round = (value: number) => Math.round(value * 100) / 100

/** A duration in the unit in which it is easy to read: '45 min', '5.5 h', '3.2 days'. */
export function formatHours(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`
  if (hours < 48) return `${Math.round(hours * 10) / 10} h`
  return `${Math.round(hours / 2.4) / 10} days`
}
