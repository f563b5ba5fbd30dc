import { expect, test } from 'vitest'
import { toWords } from './amount-in-words.ts'

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupee One Only'],
  [0.5, 'Rupees Zero and Fifty Paise Only'],
  [19, 'Rupees Nineteen Only'],
  [20, 'Rupees Twenty Only'],
  [110, 'Rupees One Hundred Ten Only'],
  [99_999, 'Rupees Ninety Nine Thousand Nine Hundred Ninety Nine Only'],
  [1_00_000, 'Rupees One Lakh Only'],
  [23_74_750, 'Rupees Twenty Three Lakh Seventy Four Thousand Seven Hundred Fifty Only'],
  [
    1_08_93_325.01,
    'Rupees One Crore Eight Lakh Ninety Three Thousand Three Hundred Twenty Five and One Paisa Only',
  ],
  [100_00_00_000, 'Rupees One Hundred Crore Only'],
  [1000_00_00_000, 'Rupees One Thousand Crore Only'],
])('%d rupees in words are "%s"', (amount, words) => {
  expect(toWords(amount, 'INR')).toBe(words)
})

test.each([
  [2849.97, 'US Dollars Two Thousand Eight Hundred Forty Nine and Ninety Seven Cents Only'],
  [1.01, 'US Dollar One and One Cent Only'],
  [1_250_000, 'US Dollars One Million Two Hundred Fifty Thousand Only'],
])('%d dollars in words are "%s"', (amount, words) => {
  expect(toWords(amount, 'USD')).toBe(words)
})
