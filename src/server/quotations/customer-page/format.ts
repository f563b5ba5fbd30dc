const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})
const indianDayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const numberFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 })

/** '2026-12-31' → '31 December 2026'. */
export const formatDay = (day: string): string => (day ? dayFormat.format(new Date(day)) : '')
/** Returns the day of a time (UTC) in India. */
export const formatDayOf = (at: string): string => indianDayFormat.format(new Date(at))
/** Returns a time (UTC) as it is in India. */
export const formatTime = (at: string): string => timeFormat.format(new Date(at))
export const formatNumber = (value: number): string => numberFormat.format(value)
export const formatPercent = (value: number): string => `${formatNumber(value)} %`
