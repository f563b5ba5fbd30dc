import { expect, test } from 'vitest'
import { formatDate, formatDateTime } from './format-date.ts'

test('Times and days are those in India, whatever the zone of the browser is', () => {
  expect(formatDateTime('2026-11-21T20:05:00.000Z')).toBe('22 Nov 2026, 1:35 am')
  expect(formatDate('2026-11-21T20:05:00.000Z')).toBe('22 Nov 2026')
})
