/** The offset of Indian Standard Time, which has no daylight saving. Business days and months begin at midnight in India. */
export const BUSINESS_UTC_OFFSET_MINUTES = 330

/** Returns the date in India, '2026-11-21'. */
export const toBusinessDate = (date: Date) => toBusinessIso(date).slice(0, 10)

/** Returns date and time in India, '2026-11-21 14:35'. */
export const toBusinessDateTime = (date: Date) => toBusinessIso(date).slice(0, 16).replace('T', ' ')

const toBusinessIso = (date: Date) =>
  new Date(date.getTime() + BUSINESS_UTC_OFFSET_MINUTES * 60_000).toISOString()
