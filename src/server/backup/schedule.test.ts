import { expect, test } from 'vitest'
import { getNextBackupTime } from './schedule.ts'

const at = (text: string) => new Date(`${text}+05:30`)

test.each([
  ['a new folder gets one at once', [], '2026-11-21T14:00', '2026-11-21T14:00'],
  ['the next night after one', ['2026-11-21'], '2026-11-21T02:35', '2026-11-22T02:30'],
  ['just before the night', ['2026-11-20'], '2026-11-21T02:29', '2026-11-21T02:30'],
  ['in the night itself', ['2026-11-20'], '2026-11-21T02:30', '2026-11-21T02:30'],
  ['a start after a missed night waits for 26 h', ['2026-11-20'], '2026-11-21T03:00', '2026-11-21T04:30'],
  ['a start long after it does not', ['2026-11-18', '2026-11-17'], '2026-11-21T14:00', '2026-11-21T14:00'],
  ['a name from the future counts for nothing', ['2031-01-01'], '2026-11-21T14:00', '2026-11-21T14:00'],
  ['shortly after midnight in India', ['2026-11-20'], '2026-11-21T00:10', '2026-11-21T02:30'],
])('%s', (_title, days, now, due) => {
  const names = [...days.map((day) => `capstan-${day}.tar.gz`), 'notes.txt']
  expect(getNextBackupTime(names, at(now))).toEqual(at(due))
})
