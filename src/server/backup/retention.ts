const DAILY = 7
const WEEKLY = 4
const MONTHLY = 12
const NAME = /^capstan-(\d{4}-\d{2}-\d{2})\.tar\.gz$/

/** The name of the back-up of a day of the office. */
export const nightlyName = (day: string) => `capstan-${day}.tar.gz`

/** The day of a nightly back-up; undefined for every other file. */
export function dayOf(name: string): string | undefined {
  const day = NAME.exec(name)?.[1]
  const isDay = day && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
  return isDay ? day : undefined
}

/**
 * Which files of a folder go: nightly back-ups that are none of the last 7, of the first of the last 4 weeks (Sunday's,
 * if there is one), of the first of the last 12 months. Files with any other name stay.
 */
export function superseded(names: string[]): string[] {
  const days = names.flatMap((name) => dayOf(name) ?? []).sort()
  const kept = new Set([
    ...days.slice(-DAILY),
    ...firstOfEach(days, sundayBefore).slice(-WEEKLY),
    ...firstOfEach(days, (day) => day.slice(0, 7)).slice(-MONTHLY),
  ])
  return days.filter((day) => !kept.has(day)).map(nightlyName)
}

function firstOfEach(days: string[], periodOf: (day: string) => string): string[] {
  return days.filter((day, index) => index === 0 || periodOf(day) !== periodOf(days[index - 1]!))
}

/** The Sunday on which the week of this day began. */
function sundayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - date.getUTCDay())
  return date.toISOString().slice(0, 10)
}
