import { expect, test } from 'vitest'
import { getAxisTicks } from './axis-ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [9, [0, 2, 4, 6, 8, 10]],
  [26, [0, 10, 20, 30]],
  [50, [0, 10, 20, 30, 40, 50]],
  [12_345, [0, 5000, 10_000, 15_000]],
])('The axis for a maximum of %i has evenly spaced round integers', (maxValue, axis) => {
  expect(getAxisTicks(maxValue)).toEqual(axis)
})
