import { expect, test } from 'vitest'
import { convertQuantity, parseNumbers, parseQuantity, replaceNumber, replaceNumberAt } from './quantity.ts'

test.each([
  ['42', 42, '', ''],
  ['1,650 mm', 1650, 'mm', ''],
  ['1.5 kW, 415 V, 50 Hz', 1.5, 'kW', ', 415 V, 50 Hz'],
  ['20 mm round', 20, 'mm', ' round'],
  ['0.02 mm in 300 mm', 0.02, 'mm', ' in 300 mm'],
  ['25MM', 25, 'mm', ''],
  ['3 Kgs.', 3, 'kg', ''],
  ['55"', 55, 'inch', ''],
  ['90 °C', 90, '°C', ''],
  ['12 stages', 12, 'stages', ''],
])("The quantity of '%s' is %d %s", (text, value, canonicalUnit, rest) => {
  expect(parseQuantity(text)).toMatchObject({ value, canonicalUnit, rest })
})

test.each([
  ...['', 'A2-4', '6 to 25 mm', '2 × 32 mm', '3/4 inch BSP', '12 speeds, 125-3,500 rpm', '3, 14 mm wide'],
  ...['1 in 60', '1:24', 'M24 × 1.5', '30, 30 m/min', '2021-05-01'],
])("'%s' is no quantity", (text) => {
  expect(parseQuantity(text)).toBeUndefined()
})

test.each([
  ['55 inch', 'inch', 'mm', '1,397 mm'],
  ['2.5 cm, cut', 'cm', 'mm', '25 mm, cut'],
  ['850 g', 'g', 'kg', '0.85 kg'],
  ['42', '', 'mm', '42 mm'],
  ['1,650 MM', 'MM', 'mm', '1,650 mm'],
  ['15 deg', 'deg', '°', '15°'],
])("'%s' converted from '%s' to '%s' is '%s'", (text, from, to, expected) => {
  expect(convertQuantity(text, from, to)).toBe(expected)
})

test('A quantity is not converted from another unit, to another dimension or from an unknown unit', () => {
  expect(convertQuantity('5 kg', 'g', 't')).toBeUndefined()
  expect(convertQuantity('5 kg', 'kg', 'mm')).toBeUndefined()
  expect(convertQuantity('5 boxes', 'boxes', 'mm')).toBeUndefined()
  expect(convertQuantity('to sample', 'kg', 'g')).toBeUndefined()
})

test('Another number keeps the text after it', () => {
  expect(replaceNumber('4,200 mm hydraulic', 420)).toBe('420 mm hydraulic')
  expect(replaceNumber('420 mm', 4200)).toBe('4,200 mm')
})

test.each([
  ['1,650 × 850 × 1,380 mm', '# × # × # mm', [1650, 850, 1380]],
  ['12 speeds, 125-3,500 rpm', '# speeds, #-# rpm', [12, 125, 3500]],
  ['30, 30 m/min', '#, # m/min', [30, 30]],
  ['A2-6, 40 × 2.5', 'a2-#, # × #', [6, 40, 2.5]],
])("The numbers of '%s' are compared with those of '%s'", (text, shape, values) => {
  expect(parseNumbers(text)).toEqual({ shape, values })
})

test('A number within a text is replaced at its position', () => {
  expect(parseNumbers('M24, 5 pieces')).toBeUndefined()
  expect(replaceNumberAt('1,650 × 8,500 × 1,380 mm', 1, 850)).toBe('1,650 × 850 × 1,380 mm')
  expect(replaceNumberAt('30, 300 m/min', 0, 3)).toBe('3, 300 m/min')
})
