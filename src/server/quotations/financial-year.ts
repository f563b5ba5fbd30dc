import { toBusinessDate } from '#contracts/business-date.ts'

const FIRST_MONTH = 4
const MIN_DIGITS = 4

/** Returns the Indian financial year of a time, which begins on 1 April in India: '2026-27'. */
export function toFinancialYear(at: Date): string {
  const [year, month] = toBusinessDate(at).split('-').map(Number) as [number, number]
  const start = month < FIRST_MONTH ? year - 1 : year
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`
}

/** Returns a number by the pattern of the settings: 'QTN/{year}/{number}' becomes 'QTN/2026-27/0042'. */
export const formatNumber = (
  pattern: string,
  { financialYear, counter }: { financialYear: string; counter: number },
): string =>
  pattern.replace('{year}', financialYear).replace('{number}', String(counter).padStart(MIN_DIGITS, '0'))
