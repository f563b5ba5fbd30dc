import { expect, test } from 'vitest'
import { parseSpokenRupees } from './price-rules.ts'

test.each([
  ['25 lakh', 2_500_000],
  ['25 la', 2_500_000],
  ['₹ 16.5 Lacs', 1_650_000],
  ['1.5 cr', 15_000_000],
  ['2 c', 20_000_000],
  ['50k', 50_000],
  ['25,00,000', 2_500_000],
  ['25.', 25],
  ['999.6', 1000],
  ['10000000000', 10_000_000_000],
])('%j is the amount of %d rupees', (text, rupees) => {
  expect(parseSpokenRupees(text)).toBe(rupees)
})

test.each(['', 'lots', '25 lots', '-5', '1.2.3', '1001 crore', '9'.repeat(400)])(
  '%j is no amount that a price can have',
  (text) => {
    expect(parseSpokenRupees(text)).toBeUndefined()
  },
)
