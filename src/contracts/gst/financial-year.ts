import { toBusinessDate } from '../business-date.ts'

const FIRST_MONTH = 4
const MIN_DIGITS = 4

/** Returns the Indian financial year of a time, which begins on 1 April in India: '2026-27'. */
export const toFinancialYear = (at: Date): string => getFinancialYear(toBusinessDate(at))

/** Returns the financial year of a day, '2026-11-21'. */
export function getFinancialYear(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return formatFinancialYear(month < FIRST_MONTH ? year - 1 : year)
}

/** 2026 → '2026-27'. */
export const formatFinancialYear = (start: number): string =>
  `${start}-${String((start + 1) % 100).padStart(2, '0')}`

/** Whether a text is a financial year: '2026-27'. */
export const isFinancialYear = (text: string): boolean =>
  /^20\d\d-\d\d$/.test(text) && text === formatFinancialYear(Number(text.slice(0, 4)))

/** Returns a number by the pattern of the settings: 'QTN/{year}/{number}' becomes 'QTN/2026-27/0042'. */
export const formatSeriesNumber = (
  pattern: string,
  { financialYear, counter }: { financialYear: string; counter: number },
): string =>
  pattern.replace('{year}', financialYear).replace('{number}', String(counter).padStart(MIN_DIGITS, '0'))
