import { expect, test } from 'vitest'
import { formatDate, formatDateTime } from './format-date.ts'

test('Times and days are those in India, whatever the zone of the browser is', () => {
  expect(formatDateTime('2026-11-21T20:05:00.000Z')).toBe('22 Nov 2026, 1:35 am')
  expect(formatDate('2026-11-21T20:05:00.000Z')).toBe('22 Nov 2026')
})

test('September is as short as the other months', () => {
  expect([formatDate('2026-09-30T10:00:00.000Z'), formatDate('2026-11-30T10:00:00.000Z')]).toEqual([
    '30 Sep 2026',
    '30 Nov 2026',
  ])
})
