import { expect, test } from 'vitest'
import { formatAge } from './age.ts'

test.each([
  ['2026-11-21T11:59:30Z', 'now'],
  ['2026-11-21T12:00:30Z', 'now'],
  ['2026-11-21T11:35:00Z', '25 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 day'],
  ['2026-09-23T12:00:00Z', '59 days'],
  ['2026-08-21T11:00:00Z', '3 months'],
  ['2024-11-20T12:00:00Z', '2 years'],
])('at noon of 21 November 2026, an enquiry from %s has the age %s', (at, age) => {
  expect(formatAge(at, new Date('2026-11-21T12:00:00Z'))).toBe(age)
})
