const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The average length of a month. */
const MONTH_MS = 30.44 * DAY_MS
const YEAR_MS = 12 * MONTH_MS

/** The largest unit in which an age is at least `from`, with its singular and plural. */
const UNITS = [
  { from: 2 * YEAR_MS, length: YEAR_MS, labels: ['year', 'years'] },
  { from: 2 * MONTH_MS, length: MONTH_MS, labels: ['month', 'months'] },
  { from: DAY_MS, length: DAY_MS, labels: ['day', 'days'] },
  { from: HOUR_MS, length: HOUR_MS, labels: ['h', 'h'] },
  { from: MINUTE_MS, length: MINUTE_MS, labels: ['min', 'min'] },
] as const

/** The time since `at`: 'now', '25 min', '3 h', '2 days', '3 months'. */
export function formatAge(at: string, now: Date): string {
  const age = now.getTime() - new Date(at).getTime()
  const unit = UNITS.find(({ from }) => age >= from)
  if (!unit) return 'now'
  const count = Math.floor(age / unit.length)
  return `${count} ${unit.labels[count === 1 ? 0 : 1]}`
}

const dayFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  timeZone: 'Asia/Kolkata',
})
/** '2026-11-21T10:05:00.000Z' → '21 Nov', in India. */
export const formatDayOfYear = (at: string) => dayFormat.format(new Date(at))
