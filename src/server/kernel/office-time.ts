import { BUSINESS_UTC_OFFSET_MINUTES } from '#contracts/business-date.ts'

const inUtc = (indian: number) => new Date(indian - BUSINESS_UTC_OFFSET_MINUTES * 60_000)

/** The moment at which a day of the office begins, some days after (or before) the one named. */
export const startOfOfficeDay = (day: string, daysAfter = 0) =>
  inUtc(Date.parse(day) + daysAfter * 86_400_000)

/** The moment at which a month of the office begins; months beyond 1 to 12 are those of the years around. */
export const startOfOfficeMonth = (year: number, month: number) => inUtc(Date.UTC(year, month - 1, 1))
