import { toBusinessDate } from '#contracts/business-date.ts'
import type { TodayEntry } from '#contracts/enquiry/today.ts'
import { formatAge } from '#contracts/format.ts'

const DAY_MS = 86_400_000

/** Says since when, or until when, an entry waits: 'Received 3 h ago', 'Expires tomorrow'. */
export function describeSince({ reason, since }: Pick<TodayEntry, 'reason' | 'since'>, now: Date): string {
  switch (reason) {
    case 'accepted':
      return `Accepted ${formatAgo(since, now)}`
    case 'declined':
      return `Declined ${formatAgo(since, now)}`
    case 'question':
      return `Customer wrote ${formatAgo(since, now)}`
    case 'approval':
      return `Requested ${formatAgo(since, now)}`
    case 'unanswered':
      return `Received ${formatAgo(since, now)}`
    case 'not-opened':
      return `Sent ${formatAgo(since, now)}`
    case 'follow-up':
      return `Due ${formatDaysFromToday(since, now)}`
    case 'expiring':
      return `Expires ${formatDaysFromToday(since, now)}`
  }
}

/** '3 h ago', 'just now'. */
export function formatAgo(at: string, now: Date): string {
  const age = formatAge(at, now)
  return age === 'now' ? 'just now' : `${age} ago`
}

/** A day in India as people say it: 'today', 'tomorrow', 'in 5 days', '2 days ago'. */
function formatDaysFromToday(day: string, now: Date): string {
  const days = (Date.parse(day) - Date.parse(toBusinessDate(now))) / DAY_MS
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}
