/**
 * India's time, five and a half hours ahead of UTC the whole year: the firm and most of its customers live by it, so a
 * day or month of the office begins there, not in Greenwich.
 */
const INDIA_OFFSET_MINUTES = 330

const shifted = (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000)

/** The day of the office that this moment belongs to, '2026-11-21'. */
export const officeDay = (date: Date) => shifted(date, INDIA_OFFSET_MINUTES).toISOString().slice(0, 10)

/** The moment at which a day of the office begins, some days after (or before) the one named. */
export const startOfOfficeDay = (day: string, daysAfter = 0) =>
  shifted(new Date(Date.parse(day) + daysAfter * 86_400_000), -INDIA_OFFSET_MINUTES)

/** The moment at which a month of the office begins; months beyond 1 to 12 are those of the years around. */
export const startOfOfficeMonth = (year: number, month: number) =>
  shifted(new Date(Date.UTC(year, month - 1, 1)), -INDIA_OFFSET_MINUTES)
