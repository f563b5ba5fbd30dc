import { expect, test } from 'vitest'
import { getLineSum, getListTotal } from './list-total.ts'

const belts = { summary: { price: 2150.1 }, quantity: 3 }
const gone = { summary: null, quantity: 1 }
const onRequest = { summary: {}, quantity: 2 }
const unknown = { summary: undefined, quantity: 1 }

test('The sum of a line is exact to the paisa; without a price there is none', () => {
  expect(getLineSum(belts)).toBe(6450.3)
  expect(getLineSum(onRequest)).toBeUndefined()
})

test.each([
  [[belts, belts], { total: 12_900.6, unpriced: 0 }],
  [[belts, gone, onRequest], { total: 6450.3, unpriced: 2 }],
  [[gone, onRequest], undefined],
  [[belts, unknown], undefined],
  [[], undefined],
])('The total of the lines %j is %j', (lines, total) => expect(getListTotal(lines)).toEqual(total))
