import { expect, test } from 'vitest'
import { describeSince } from './describe-since.ts'

// 5.00 am of the 24th in India.
const NOW = new Date('2026-11-23T23:30:00Z')

test.each([
  ['unanswered', '2026-11-23T20:30:00Z', 'Received 3 h ago'],
  ['unanswered', '2026-11-23T23:29:50Z', 'Received just now'],
  ['not-opened', '2026-11-19T10:00:00Z', 'Sent 4 days ago'],
  ['declined', '2026-11-19T10:00:00Z', 'Declined 4 days ago'],
  ['accepted', '2026-11-22T23:00:00Z', 'Accepted 1 day ago'],
  ['question', '2026-11-23T23:05:00Z', 'Customer wrote 25 min ago'],
  ['approval', '2026-11-23T22:30:00Z', 'Requested 1 h ago'],
  ['follow-up', '2026-11-24', 'Due today'],
  ['follow-up', '2026-11-23', 'Due yesterday'],
  ['follow-up', '2026-11-14', 'Due 10 days ago'],
  ['expiring', '2026-11-24', 'Expires today'],
  ['expiring', '2026-11-25', 'Expires tomorrow'],
  ['expiring', '2026-12-01', 'Expires in 7 days'],
] as const)('An entry with the reason %s since %s is described as %j', (reason, since, text) => {
  expect(describeSince({ reason, since }, NOW)).toBe(text)
})
