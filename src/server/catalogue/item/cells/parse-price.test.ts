import { expect, test } from 'vitest'
import type { CellValue } from './cell-value.ts'
import { parsePrice } from './parse-price.ts'

const typed = (text: string): CellValue => ({ value: text || null, text })

test.each<[texts: string[], rupees: number | null]>([
  [['Rs. 1,25,000/-', 'RS 1,25,000/- only', '1.25 lakh', '1 25 000'], 125_000],
  [['Rs.1,25,000.50', '125000,50', '125000,5'], 125_000.5],
  [['₹ 950', '₹950.00', 'INR 950', '950 INR', 'Rupees 950 only', '950/- each', '950 per piece'], 950],
  [['950/-', '950 /=', '950.00'], 950],
  [['950.5'], 950.5],
  [['.50'], 0.5],
  [['0'], 0],
  [['1.2 L', '₹1.2L'], 120_000],
  [['Rs. 12.5 Lacs'], 1_250_000],
  [['1.255 lakh'], 125_500],
  [['2 crore'], 20_000_000],
  [['2.5 Cr.'], 25_000_000],
  [['12 k'], 12000],
  [['1,234'], 1234],
  [['1,234.56', '1.234,56'], 1234.56],
  [['12,34,567', '1.234.567'], 1_234_567],
  [['1,234,567.5'], 1_234_567.5],
  [['1.234.567,89'], 1_234_567.89],
  [['1\u00a0234,50', "1'234.50"], 1234.5],
  [['１２５'], 125],
  [['On request', 'Price on request', 'on enquiry.', 'POA', 'P.O.R.', '-', '–', 'N/A', 'NA', 'TBA'], null],
  [[''], null],
])('The prices %j are read as %j rupees', (texts, rupees) => {
  const value = rupees === null ? null : Math.round(rupees * 100)
  expect(texts.map((text) => [text, parsePrice(typed(text))])).toEqual(texts.map((text) => [text, { value }]))
})

test.each([
  ...['abc', '-5', '(950)', '950-', '18%', '12.345.6', '1,2,3', '1.250', '12 34', '950.555', '12,50,00'],
  ...['$ 950', '€ 950', '950 + GST', '950/mtr', '950-1000', '10,00,00,00,001', '1001 crore', '1e5', '#REF!'],
  ...['each '.repeat(6000), '12/05/2026'],
])('The price %j is refused', (text) => {
  expect(parsePrice(typed(text))).toEqual({ expected: expect.stringContaining('a price') })
})

test('A number cell is rounded to paise; those of percent, dates and errors are refused', () => {
  expect(parsePrice({ value: 33.33333, text: '33.33333' })).toEqual({ value: 3333 })
  expect(parsePrice({ value: 1.005, text: '1.005' })).toEqual({ value: 101 })
  expect(parsePrice({ value: 0.18, text: '18%' })).toHaveProperty('expected')
  expect(parsePrice({ value: -1, text: '-1' })).toHaveProperty('expected')
  expect(parsePrice({ value: new Date(0), text: '01/01/1970' })).toHaveProperty('expected')
  expect(parsePrice({ value: true, text: 'TRUE' })).toHaveProperty('expected')
  expect(parsePrice({ value: '#N/A', text: '#N/A', isError: true })).toHaveProperty('expected')
})

test('Plain numbers below a title in lakhs are multiplied', () => {
  expect(parsePrice({ value: 1.25, text: '1.25' }, 'Price (Rs. in lakhs)')).toEqual({ value: 12_500_000 })
  expect(parsePrice(typed('1.25'), 'Price in Lacs')).toEqual({ value: 12_500_000 })
  expect(parsePrice(typed('2 crore'), 'Price (lakhs)')).toEqual({ value: 2_000_000_000 })
})

test('An ambiguous price is refused with both meanings', () => {
  expect(parsePrice(typed('1.250'))).toEqual({
    expected: 'a price such as 1,25,000.50; write 1250 or 1.25',
  })
})
