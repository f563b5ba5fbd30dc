import { BUSINESS_UTC_OFFSET_MINUTES } from '#contracts/business-date.ts'

const toUtc = (businessTimeMs: number) => new Date(businessTimeMs - BUSINESS_UTC_OFFSET_MINUTES * 60_000)

/** Returns the instant at which a day ('2026-11-21') begins in Indian time, or one that is `daysAfter` later. */
export const startOfBusinessDay = (day: string, daysAfter = 0) =>
  toUtc(Date.parse(day) + daysAfter * 86_400_000)

/** Returns the instant at which a month begins in Indian time. Months below 1 or above 12 are those of adjacent years. */
export const startOfBusinessMonth = (year: number, month: number) => toUtc(Date.UTC(year, month - 1, 1))
