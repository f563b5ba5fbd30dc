import { expect, test } from 'vitest'
import { formatCount, formatDollars, formatRupees } from './format.ts'

const AMOUNTS = [0, 7, 99.5, 100, 999, 1000, 12_345, 99_999.49, 100_000, 1_234_567, 15_00_000, 1_234_567_890]

test('rupees and counts are grouped as India groups them', () => {
  const rupees = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    maximumFractionDigits: 0,
  })
  for (const amount of AMOUNTS) {
    expect(formatRupees(amount)).toBe(rupees.format(amount))
    expect(formatCount(Math.round(amount))).toBe(Math.round(amount).toLocaleString('en-IN'))
  }
})

test('dollars are grouped in thousands and have two decimals', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  for (const amount of [...AMOUNTS, 0.05, 999.994, 999.996, 18_000])
    expect(formatDollars(amount)).toBe(dollars.format(amount))
})
