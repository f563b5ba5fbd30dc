import { toBusinessDate } from '#contracts/business-date.ts'
import { startOfBusinessDay } from '#server/kernel/business-time.ts'
import { parseBackupDate } from './retention.ts'

const BACKUP_TIME_OFFSET_MS = 2.5 * 3_600_000
/** A missed backup is made when the newest one is older than this. */
export const MAX_BACKUP_AGE_MS = 26 * 3_600_000

/** The time of the next nightly backup, from the file names of the existing ones: 02:30 in India, or now if one was missed. */
export function getNextBackupTime(names: string[], now: Date): Date {
  const today = toBusinessDate(now)
  const newest = names
    .flatMap((name) => parseBackupDate(name) ?? [])
    .filter((day) => day <= today)
    .sort()
    .at(-1)
  if (!newest) return now
  const nextTime = getBackupTime(newest, 1)
  if (nextTime >= now) return nextTime
  return new Date(Math.max(now.getTime(), getBackupTime(newest).getTime() + MAX_BACKUP_AGE_MS))
}

const getBackupTime = (day: string, daysAfter = 0) =>
  new Date(startOfBusinessDay(day, daysAfter).getTime() + BACKUP_TIME_OFFSET_MS)
