import { toBusinessDate } from '#contracts/business-date.ts'
import type { Dashboard } from '#contracts/dashboard.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'
import { startOfBusinessMonth } from '#server/kernel/business-time.ts'
import { toIso } from '#server/kernel/clock.ts'

const MONTHS = 12

/** From the first moment up to, but not including, the second; UTC. */
export interface DateRange {
  from: string
  to: string
}

/** The last twelve months of the office, the present one last, each with the same month a year before. */
export function listMonths(now: Date): { month: string; span: DateRange; yearBefore: DateRange }[] {
  const [year = 0, present = 0] = toBusinessDate(now).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = present - MONTHS + 1 + index
    const inMonth = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7)
    return { month: inMonth, span: getMonthRange(year, month), yearBefore: getMonthRange(year - 1, month) }
  })
}

const getMonthRange = (year: number, month: number): DateRange => ({
  from: toIso(startOfBusinessMonth(year, month)),
  to: toIso(startOfBusinessMonth(year, month + 1)),
})

/** Every service there is in the form's order, then what was asked for without choosing one, if it was. */
export function fillServices(counts: Map<string, number>): Dashboard['services'] {
  const offered = SERVICE_OPTIONS.map(({ value, label }) => ({
    service: value as string,
    label: label as string,
    enquiries: counts.get(value) ?? 0,
  }))
  const others = [...counts]
    .filter(([service]) => !offered.some((option) => option.service === service))
    .map(([service, enquiries]) => ({ service, label: service || 'Not specified', enquiries }))
  return [...offered, ...others]
}

/** Every status there is, in the order an enquiry goes through them. */
export const fillStatuses = (counts: Map<string, number>): Dashboard['statuses'] =>
  ENQUIRY_STATUSES.map((status) => ({ status, enquiries: counts.get(status) ?? 0 }))
