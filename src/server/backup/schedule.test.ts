import { expect, test } from 'vitest'
import { getNextBackupTime } from './schedule.ts'

/** All times and days are of November 2026 in India, unless a day states another month. */
const at = (text: string) => new Date(`2026-11-${text}+05:30`)

test.each([
  ['of a new folder is due immediately', [], '21T14:00', '21T14:00'],
  ['after the one of tonight is due in the next night', ['21'], '21T02:35', '22T02:30'],
  ['is due at 02:30 when it is 02:29', ['20'], '21T02:29', '21T02:30'],
  ['is due at 02:30 when it is 02:30', ['20'], '21T02:30', '21T02:30'],
  ['after one missed night is due 26 h after the last one', ['20'], '21T03:00', '21T04:30'],
  ['after several missed nights is due immediately', ['18', '17'], '21T14:00', '21T14:00'],
  ['does not depend on a file name with a future date', ['2031-01-01'], '21T14:00', '21T14:00'],
  ['is due at 02:30 when it is shortly after midnight in India', ['20'], '21T00:10', '21T02:30'],
])('The next backup %s', (_title, days, now, due) => {
  const names = [...days.map((day) => `capstan-${day.padStart(10, '2026-11-')}.tar.gz`), 'notes.txt']
  expect(getNextBackupTime(names, at(now))).toEqual(at(due))
})
