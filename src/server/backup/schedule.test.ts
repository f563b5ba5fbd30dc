import { expect, test } from 'vitest'
import { getNextBackupTime } from './schedule.ts'

const at = (text: string) => new Date(`${text}+05:30`)

test.each([
  ['of a new folder is due immediately', [], '2026-11-21T14:00', '2026-11-21T14:00'],
  [
    'after the one of tonight is due in the next night',
    ['2026-11-21'],
    '2026-11-21T02:35',
    '2026-11-22T02:30',
  ],
  ['is due at 02:30 when it is 02:29', ['2026-11-20'], '2026-11-21T02:29', '2026-11-21T02:30'],
  ['is due at 02:30 when it is 02:30', ['2026-11-20'], '2026-11-21T02:30', '2026-11-21T02:30'],
  [
    'after one missed night is due 26 h after the last one',
    ['2026-11-20'],
    '2026-11-21T03:00',
    '2026-11-21T04:30',
  ],
  [
    'after several missed nights is due immediately',
    ['2026-11-18', '2026-11-17'],
    '2026-11-21T14:00',
    '2026-11-21T14:00',
  ],
  [
    'does not depend on a file name with a future date',
    ['2031-01-01'],
    '2026-11-21T14:00',
    '2026-11-21T14:00',
  ],
  [
    'is due at 02:30 when it is shortly after midnight in India',
    ['2026-11-20'],
    '2026-11-21T00:10',
    '2026-11-21T02:30',
  ],
])('The next backup %s', (_title, days, now, due) => {
  const names = [...days.map((day) => `capstan-${day}.tar.gz`), 'notes.txt']
  expect(getNextBackupTime(names, at(now))).toEqual(at(due))
})
