import { expect, test } from 'vitest'
import { getDiscountPercent } from './price.ts'

test('[DET-7] The discount is rounded to an integer percentage, and undefined unless the price is reduced', () => {
  expect(getDiscountPercent(667, 1000)).toBe(33)
  expect(getDiscountPercent(995, 1000)).toBe(1)
  for (const price of [1000, 1100]) expect(getDiscountPercent(price, 1000)).toBeUndefined()
  expect(getDiscountPercent(undefined, 1000)).toBeUndefined()
})
