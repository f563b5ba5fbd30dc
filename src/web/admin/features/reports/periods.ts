import { addDays } from '#contracts/business-date.ts'

/** The periods of a report. A financial year begins in April. */
export const PERIOD_LABELS = {
  days: 'Last 30 days',
  month: 'This month',
  quarter: 'This quarter',
  year: 'This financial year',
  'last-year': 'Last financial year',
  own: 'Own days',
} as const
export type Period = keyof typeof PERIOD_LABELS
export const PERIODS = Object.keys(PERIOD_LABELS) as Period[]

/** First and last day. */
export interface Days {
  from: string
  to: string
}

const FIRST_MONTH_OF_YEAR = 4

/** Returns the days of a period that contains `today`, the day in India, up to that day. */
export function getDays(period: Exclude<Period, 'own'>, today: string): Days {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const startYear = month < FIRST_MONTH_OF_YEAR ? year - 1 : year
  switch (period) {
    case 'days':
      return { from: addDays(today, -29), to: today }
    case 'month':
      return { from: toFirstDay(year, month), to: today }
    case 'quarter':
      // Quarters of the financial year are those of the calendar.
      return { from: toFirstDay(year, month - ((month - 1) % 3)), to: today }
    case 'year':
      return { from: toFirstDay(startYear, FIRST_MONTH_OF_YEAR), to: today }
    case 'last-year':
      return { from: toFirstDay(startYear - 1, FIRST_MONTH_OF_YEAR), to: `${startYear}-03-31` }
  }
}

const toFirstDay = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`

/** Returns the months of a period, '2026-04' first; at most the last `max` ones. */
export function listMonths({ from, to }: Days, max: number): string[] {
  const count = toMonthNumber(to) - toMonthNumber(from) + 1
  const length = Math.max(0, Math.min(count, max))
  return Array.from({ length }, (_, index) => {
    const month = toMonthNumber(to) - length + 1 + index
    return toFirstDay(Math.floor(month / 12), (month % 12) + 1).slice(0, 7)
  })
}

/** Months since year 0. */
const toMonthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
