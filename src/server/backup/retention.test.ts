import { expect, test } from 'vitest'
import { getBackupName, listExpiredBackups, parseBackupDate } from './retention.ts'

/** Returns `count` consecutive days up to and including `last`, newest first. */
function listNights(count: number, last: string): string[] {
  const end = Date.parse(last)
  return Array.from({ length: count }, (_, back) =>
    new Date(end - back * 86_400_000).toISOString().slice(0, 10),
  )
}

/** Returns the days whose backups are retained. */
function listRetained(days: string[]): string[] {
  const expired = new Set(listExpiredBackups(days.map(getBackupName)))
  return days.filter((day) => !expired.has(getBackupName(day)))
}

/** Adds one backup every night and deletes the expired ones, as the site does. */
function simulateNights(count: number, last: string): string[] {
  let retained: string[] = []
  for (const day of listNights(count, last).reverse()) retained = listRetained([day, ...retained])
  return retained
}

test('All backups of a week are retained', () => {
  expect(listRetained(listNights(7, '2026-11-21'))).toHaveLength(7)
})

test('After two years the last 7 backups, 4 Sundays and the first days of 12 months are retained', () => {
  const retained = simulateNights(730, '2026-11-21')
  expect(retained).toEqual([
    ...listNights(7, '2026-11-21'),
    // 15 November is a Sunday and one of the listNights.
    '2026-11-08',
    '2026-11-01',
    '2026-10-25',
    ...['2026-10-01', '2026-09-01', '2026-08-01', '2026-07-01', '2026-06-01', '2026-05-01'],
    ...['2026-04-01', '2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01'],
  ])
  expect(retained).toEqual(listRetained(listNights(730, '2026-11-21')))
})

test('The next backup replaces a missed one of a Sunday or a first day of a month', () => {
  const days = listNights(60, '2026-11-21').filter((day) => day !== '2026-11-01' && day !== '2026-10-25')
  expect(listRetained(days)).toEqual([
    ...listNights(7, '2026-11-21'),
    '2026-11-08',
    '2026-11-02',
    '2026-10-26',
    '2026-10-01',
    '2026-09-23',
  ])
})

test('A site that was off for a long time retains its backups', () => {
  expect(listRetained(['2026-11-21', '2026-05-05', '2025-01-09'])).toEqual([
    '2026-11-21',
    '2026-05-05',
    '2025-01-09',
  ])
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
  expect(listExpiredBackups([name, ...listNights(400, '2026-11-21').map(getBackupName)])).not.toContain(name)
})
