import { expect, test } from 'vitest'
import { withUnits } from './answers.ts'

test.each([
  ['1.65', '1.65 in'],
  ['1 5/8', '1 5/8 in'],
  ['hex 1', 'hex 1 in'],
  ['1 A/F', '1 in A/F'],
  ['OD 2', 'OD 2 in'],
  ['42 mm', '42 mm'],
  ['hex 27 mm', 'hex 27 mm'],
  ['2"', '2"'],
  ['wide', 'wide'],
])('A diameter that is typed as %j with imperial units is %j', (typed, diameter) =>
  expect(withUnits({ diameter: typed, weight: '26', quantity: '200' }, ['in', 'lb'])).toEqual({
    diameter,
    weight: '26 lb',
    quantity: '200',
  }),
)

test.each([
  ['42', '42 mm'],
  ['1 5/8', '1 5/8 in'],
  ['hex 27', 'hex 27 mm'],
])('A diameter %j of an address, which is metric but for fractions, is shown as %j', (address, diameter) =>
  expect(withUnits({ diameter: address }, ['mm', 'kg'])).toEqual({ diameter }),
)
