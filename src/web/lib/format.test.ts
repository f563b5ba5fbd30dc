import { expect, test } from 'vitest'
import { formatCount, formatRupees } from './format.ts'

const AMOUNTS = [0, 7, 99.5, 100, 999, 1000, 12_345, 99_999.49, 100_000, 1_234_567, 15_00_000, 1_234_567_890]

test('Rupees and counts have Indian digit groups', () => {
  for (const amount of AMOUNTS) {
    const rupees = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
      maximumFractionDigits: 2,
    })
    expect(formatRupees(amount)).toBe(rupees.format(amount))
    expect(formatCount(Math.round(amount))).toBe(Math.round(amount).toLocaleString('en-IN'))
  }
})

test('A price with paise shows them with two decimals', () => {
  expect(formatRupees(1250.5)).toBe('₹1,250.50')
  expect(formatRupees(1250)).toBe('₹1,250')
})
