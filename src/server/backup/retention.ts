/** docs/operations.md states the three numbers, and how long erased persons remain in backups. */
const DAILY_COUNT = 7
const WEEKLY_COUNT = 4
const MONTHLY_COUNT = 12
const NAME_PATTERN = /^capstan-(\d{4}-\d{2}-\d{2})\.tar\.gz$/

/** The file name of the backup of a business day, 'YYYY-MM-DD'. */
export const getBackupName = (day: string) => `capstan-${day}.tar.gz`

/** The day of a nightly backup from its file name; undefined for every other file. */
export function parseBackupDate(name: string): string | undefined {
  const day = NAME_PATTERN.exec(name)?.[1]
  const isDay = day && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
  return isDay ? day : undefined
}

/**
 * The nightly backups among these file names that can be deleted. Retained are the last ones, the first ones of the last
 * weeks, which begin on Sunday, and the first ones of the last months.
 */
export function listExpiredBackups(names: string[]): string[] {
  const days = names.flatMap((name) => parseBackupDate(name) ?? []).sort()
  const retained = new Set([
    ...days.slice(-DAILY_COUNT),
    ...selectFirstOfEach(days, getWeekStart).slice(-WEEKLY_COUNT),
    ...selectFirstOfEach(days, (day) => day.slice(0, 7)).slice(-MONTHLY_COUNT),
  ])
  return days.filter((day) => !retained.has(day)).map(getBackupName)
}

function selectFirstOfEach(days: string[], getPeriod: (day: string) => string): string[] {
  return days.filter((day, index) => index === 0 || getPeriod(day) !== getPeriod(days[index - 1]!))
}

/** The Sunday at the beginning of the day's week. */
function getWeekStart(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - date.getUTCDay())
  return date.toISOString().slice(0, 10)
}
