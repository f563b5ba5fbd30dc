import { expect, test } from 'vitest'
import { formatHours, formatShortRupees, toListPath } from './figures.ts'

const DAYS = { from: '2026-11-10', to: '2026-12-20' }

test.each([
  [{ owner: 'a1' }, 'accepted', 'owner=a1&state=accepted&from=2026-11-10&to=2026-12-20'],
  [{ reason: 'Price & time' }, 'lost', 'reason=Price+%26+time&state=lost&from=2026-11-10&to=2026-12-20'],
  [{ from: '2026-11-01', to: '2026-11-30' }, 'quoted', 'from=2026-11-10&to=2026-11-30&state=quoted'],
  [{ from: '2026-12-01', to: '2026-12-31' }, 'pending', 'from=2026-12-01&to=2026-12-20&state=pending'],
  [{}, 'expired', 'state=expired&from=2026-11-10&to=2026-12-20'],
] as const)(
  'A figure with the filter %j links to the %s quotations of the period',
  (filter, outcome, query) => {
    expect(toListPath({ filter: { ...filter } }, outcome, DAYS)).toBe(`/admin/quotations?${query}`)
  },
)

test('A figure that no filter of the list finds has no link', () => {
  expect(toListPath({ filter: null }, 'quoted', DAYS)).toBeUndefined()
})

test.each([
  [0, '₹0'],
  [4500, '₹4,500'],
  [4_000_000, '₹40 L'],
  [2_374_750, '₹23.75 L'],
  [12_500_000, '₹1.25 Cr'],
])('formatShortRupees writes %d as %s', (amount, text) => {
  expect(formatShortRupees(amount)).toBe(text)
})

test.each([
  [0.4, '24 min'],
  [5.5, '5.5 h'],
  [47.9, '47.9 h'],
  [76.8, '3.2 days'],
])('formatHours writes %d hours as %s', (hours, text) => {
  expect(formatHours(hours)).toBe(text)
})
