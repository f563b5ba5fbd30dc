import { expect, test } from 'vitest'
import { getBackupName, listExpiredBackups, parseBackupDate } from './retention.ts'

/** Every day up to and with the last. */
function nights(count: number, last: string): string[] {
  const end = Date.parse(last)
  return Array.from({ length: count }, (_, back) =>
    new Date(end - back * 86_400_000).toISOString().slice(0, 10),
  )
}

/** What is left of these days, the newest first. */
function left(days: string[]): string[] {
  const gone = new Set(listExpiredBackups(days.map(getBackupName)))
  return days.filter((day) => !gone.has(getBackupName(day)))
}

/** As the site does it: every night one more, then those go that are superseded. */
function livedThrough(count: number, last: string): string[] {
  let there: string[] = []
  for (const day of nights(count, last).reverse()) there = left([day, ...there])
  return there
}

test('All backups of a week are retained', () => {
  expect(left(nights(7, '2026-11-21'))).toHaveLength(7)
})

test('After two years the last 7 backups, 4 Sundays and the first days of 12 months are retained', () => {
  const there = livedThrough(730, '2026-11-21')
  expect(there).toEqual([
    ...nights(7, '2026-11-21'),
    // 15 November is a Sunday and one of the nights.
    '2026-11-08',
    '2026-11-01',
    '2026-10-25',
    ...['2026-10-01', '2026-09-01', '2026-08-01', '2026-07-01', '2026-06-01', '2026-05-01'],
    ...['2026-04-01', '2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01'],
  ])
  expect(there).toEqual(left(nights(730, '2026-11-21')))
})

test('The next backup replaces a missed one of a Sunday or a first day of a month', () => {
  const days = nights(60, '2026-11-21').filter((day) => day !== '2026-11-01' && day !== '2026-10-25')
  expect(left(days)).toEqual([
    ...nights(7, '2026-11-21'),
    '2026-11-08',
    '2026-11-02',
    '2026-10-26',
    '2026-10-01',
    '2026-09-23',
  ])
})

test('A site that was off for a long time retains its backups', () => {
  expect(left(['2026-11-21', '2026-05-05', '2025-01-09'])).toEqual(['2026-11-21', '2026-05-05', '2025-01-09'])
})

test.each([
  'capstan-2020-01-01.tar.gz.partial',
  'capstan-2020-01-01.tar',
  'Capstan-2020-01-01.tar.gz',
  'my-capstan-2020-01-01.tar.gz',
  'capstan-2020-13-01.tar.gz',
  'capstan-2020-02-31.tar.gz',
  'capstan-2020-1-1.tar.gz',
  'notes.txt',
])('%s is not a nightly backup and is never deleted', (name) => {
  expect(parseBackupDate(name)).toBeUndefined()
  expect(listExpiredBackups([name, ...nights(400, '2026-11-21').map(getBackupName)])).not.toContain(name)
})
