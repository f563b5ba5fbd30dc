/**
 * India's time, five and a half hours ahead of UTC the whole year: the firm and most of its customers live by it, so a
 * day or month of the office begins there, not in Greenwich.
 */
export const BUSINESS_UTC_OFFSET_MINUTES = 330

/** The day of the office that this moment belongs to, '2026-11-21'. */
export const toBusinessDate = (date: Date) =>
  new Date(date.getTime() + BUSINESS_UTC_OFFSET_MINUTES * 60_000).toISOString().slice(0, 10)
