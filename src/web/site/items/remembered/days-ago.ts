import { t } from '#messages/messages.ts'

const DAY_MS = 24 * 60 * 60_000
const MAX_DAYS = 6

/** 'Today', 'Yesterday', '3 days ago', and before that the date, by the calendar of the browser. */
export function formatDaysAgo(at: Date, now: Date, formatDate: (at: string) => string): string {
  const days = Math.round((toMidnight(now) - toMidnight(at)) / DAY_MS)
  if (days <= 0) return t('Today')
  if (days === 1) return t('Yesterday')
  return days <= MAX_DAYS
    ? t('{count, plural, one {# day ago} other {# days ago}}', { count: days })
    : formatDate(at.toISOString())
}

const toMidnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
