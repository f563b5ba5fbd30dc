import { officeDay } from '#contracts/office-day.ts'
import { startOfOfficeDay } from '#server/kernel/office-time.ts'
import { dayOf } from './retention.ts'

const NIGHT_MS = 2.5 * 3_600_000
/** A night that was missed is made up for when the newest back-up is this old. */
const TOO_OLD_MS = 26 * 3_600_000

/** When the next nightly back-up is due, told by the names of those that are there: 02:30 in India, or now, if one was missed. */
export function nextBackupAt(names: string[], now: Date): Date {
  const today = officeDay(now)
  const newest = names
    .flatMap((name) => dayOf(name) ?? [])
    .filter((day) => day <= today)
    .sort()
    .at(-1)
  if (!newest) return now
  const night = nightOf(newest, 1)
  if (night >= now) return night
  return new Date(Math.max(now.getTime(), nightOf(newest).getTime() + TOO_OLD_MS))
}

const nightOf = (day: string, daysAfter = 0) =>
  new Date(startOfOfficeDay(day, daysAfter).getTime() + NIGHT_MS)
