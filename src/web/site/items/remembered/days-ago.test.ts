import { expect, test } from 'vitest'
import { formatDaysAgo } from './days-ago.ts'

const NOW = new Date(2026, 10, 23, 9, 30)

test.each([
  [new Date(2026, 10, 23, 0, 5), 'Today'],
  [new Date(2026, 10, 24, 0, 5), 'Today'],
  [new Date(2026, 10, 22, 23, 55), 'Yesterday'],
  [new Date(2026, 10, 21, 9, 30), '2 days ago'],
  [new Date(2026, 10, 17, 9, 30), '6 days ago'],
  [new Date(2026, 10, 16, 9, 30), 'the date'],
])('On 23 November a view at %s is described as %s', (at, expected) => {
  expect(formatDaysAgo(at, NOW, () => 'the date')).toBe(expected)
})
