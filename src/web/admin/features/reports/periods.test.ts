import { expect, test } from 'vitest'
import { getDays, listMonths } from './periods.ts'

test.each([
  ['month', '2026-11-23', '2026-11-01', '2026-11-23'],
  ['quarter', '2026-11-23', '2026-10-01', '2026-11-23'],
  ['quarter', '2027-01-01', '2027-01-01', '2027-01-01'],
  ['year', '2026-11-23', '2026-04-01', '2026-11-23'],
  ['year', '2026-04-01', '2026-04-01', '2026-04-01'],
  ['year', '2027-03-31', '2026-04-01', '2027-03-31'],
  ['last-year', '2026-11-23', '2025-04-01', '2026-03-31'],
  ['last-year', '2027-02-01', '2025-04-01', '2026-03-31'],
] as const)('The period %s on %s is %s to %s', (period, today, from, to) => {
  expect(getDays(period, today)).toEqual({ from, to })
})

test('The months of a period are without gaps, and the last ones if there are many', () => {
  expect(listMonths({ from: '2026-11-20', to: '2027-02-03' }, 12)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
  ])
  expect(listMonths({ from: '2016-01-01', to: '2026-12-31' }, 2)).toEqual(['2026-11', '2026-12'])
  expect(listMonths({ from: '2026-05-01', to: '2026-04-01' }, 12)).toEqual([])
})
