import { describe, expect, test } from 'vitest'
import { createForecast, createRows, getMedianHours, getWinRate, type ReportedQuotation } from './report.ts'

const TODAY = '2026-11-23'
const OWNERS = [{ id: 'p', name: 'priya' }]
const quotation = (changes: Partial<ReportedQuotation>): ReportedQuotation => ({
  state: 'sent',
  ownerId: 'p',
  reason: '',
  totalPaise: 100_000,
  validUntil: '2026-12-15',
  firstIssuedAt: '2026-11-02T06:00:00.000Z',
  lines: [],
  ...changes,
})

const QUOTATIONS = [
  quotation({}),
  quotation({ state: 'accepted', totalPaise: 300_000 }),
  quotation({ state: 'declined', reason: 'Price', ownerId: null }),
  quotation({ state: 'withdrawn', reason: 'Price' }),
  quotation({ validUntil: '2026-11-22' }),
  // In India it is already November.
  quotation({ firstIssuedAt: '2026-10-31T19:00:00.000Z' }),
  quotation({ state: 'draft', firstIssuedAt: '2026-09-10T06:00:00.000Z' }),
]

describe('The rows of a report', () => {
  test('Months are those in India, and the outcomes of each add up to what was quoted', () => {
    const { rows, total } = createRows(QUOTATIONS, { by: 'month', today: TODAY, owners: OWNERS })
    expect(rows.map(({ label, filter }) => [label, filter])).toEqual([
      ['September 2026', { from: '2026-09-01', to: '2026-09-30' }],
      ['November 2026', { from: '2026-11-01', to: '2026-11-30' }],
    ])
    expect(rows[1]).toMatchObject({
      quoted: { count: 6, total: 8000 },
      accepted: { count: 1, total: 3000 },
      lost: { count: 2, total: 2000 },
      expired: { count: 1, total: 1000 },
      pending: { count: 2, total: 2000 },
    })
    expect(total.quoted).toEqual({ count: 7, total: 9000 })
  })

  test('Owners who left and quotations of nobody have rows of their own', () => {
    const left = quotation({ ownerId: 'gone' })
    const { rows } = createRows([...QUOTATIONS, left], { by: 'owner', today: TODAY, owners: OWNERS })
    expect(rows.map(({ label, quoted }) => [label, quoted.count])).toEqual([
      ['priya', 6],
      ['Nobody', 1],
      ['Former member of staff', 1],
    ])
  })

  test('Reasons count lost quotations only', () => {
    const { rows, total } = createRows(QUOTATIONS, { by: 'reason', today: TODAY, owners: OWNERS })
    expect(rows.map(({ label, lost }) => [label, lost.count])).toEqual([['Price', 2]])
    expect(total.quoted.count).toBe(2)
  })

  test('A quotation with two lines of one product counts once, with the value of both', () => {
    const lines = [
      { item: 'a', label: 'Lathe', taxablePaise: 50_000 },
      { item: 'a', label: 'Lathe', taxablePaise: 20_000 },
      { item: '', label: 'Packing', taxablePaise: 1000 },
    ]
    const { rows } = createRows([quotation({ lines })], { by: 'product', today: TODAY, owners: OWNERS })
    expect(rows.map(({ label, filter, quoted }) => [label, filter, quoted])).toEqual([
      ['Lathe', { item: 'a' }, { count: 1, total: 700 }],
      ['Packing', null, { count: 1, total: 10 }],
    ])
  })
})

test('The share of won quotations is by value, and the forecast expects it of the open ones', () => {
  const winRate = getWinRate(QUOTATIONS, TODAY)
  expect(winRate).toBeCloseTo(0.5)
  expect(createForecast(QUOTATIONS, { today: TODAY, winRate })).toEqual([
    { month: '2026-12', count: 3, total: 3000, expected: 1500 },
  ])
  expect(getWinRate([], TODAY)).toBeNull()
})

test.each([
  [[], null],
  [[3_600_000], 1],
  [[3_600_000, 7_200_000], 1.5],
  [[36_000_000, 0, 3_960_000], 1.1],
])('The median of %j milliseconds is %s hours', (durations, hours) => {
  expect(getMedianHours(durations)).toBe(hours)
})
