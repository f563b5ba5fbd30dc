/** The offset of Indian Standard Time, in which business days and months begin. India has no daylight saving time. */
export const BUSINESS_UTC_OFFSET_MINUTES = 330

/** Returns the date in India, '2026-11-21'. */
export const toBusinessDate = (date: Date) => toBusinessIso(date).slice(0, 10)

/** Returns date and time in India, '2026-11-21 14:35'. */
export const toBusinessDateTime = (date: Date) => toBusinessIso(date).slice(0, 16).replace('T', ' ')

/** '2026-11-21', -1 → '2026-11-20' */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const toBusinessIso = (date: Date) =>
  new Date(date.getTime() + BUSINESS_UTC_OFFSET_MINUTES * 60_000).toISOString()
