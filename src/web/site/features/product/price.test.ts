import { expect, test } from 'vitest'
import { formatDollars, getDiscountPercent } from './price.ts'

test('Dollars are grouped in thousands and have two decimals', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  for (const amount of [0, 0.05, 7, 99.5, 999.994, 999.996, 18_000, 1_234_567_890])
    expect(formatDollars(amount)).toBe(dollars.format(amount))
})

test('[DET-7] The discount is rounded to an integer percentage, and undefined unless the price is reduced', () => {
  expect(getDiscountPercent(667, 1000)).toBe(33)
  expect(getDiscountPercent(1000, 1000)).toBeUndefined()
  expect(getDiscountPercent(undefined, 1000)).toBeUndefined()
})
