import { BUSINESS_UTC_OFFSET_MINUTES } from '#contracts/business-date.ts'

const toUtc = (businessTimeMs: number) => new Date(businessTimeMs - BUSINESS_UTC_OFFSET_MINUTES * 60_000)

/** The moment at which a day of the office begins, some days after (or before) the one named. */
export const startOfBusinessDay = (day: string, daysAfter = 0) =>
  toUtc(Date.parse(day) + daysAfter * 86_400_000)

/** The moment at which a month of the office begins; months beyond 1 to 12 are those of the years around. */
export const startOfBusinessMonth = (year: number, month: number) => toUtc(Date.UTC(year, month - 1, 1))
