import { expect, test } from 'vitest'
import { findOutliers } from './outliers.ts'

const find = (...values: number[]) =>
  findOutliers(values.map((value, rowId) => ({ value, rowId }))).map(({ value, suggestion }) => [
    value,
    suggestion,
  ])

test('A value ten times off its siblings is found with the value that it probably should be', () => {
  expect(find(20, 25, 25, 40, 52, 65, 80, 420, 51, 51, 20, 32)).toEqual([[420, 42]])
  expect(find(58, 58, 56, 58, 580, 60)).toEqual([[580, 58]])
  expect(find(0.005, 0.05, 0.006, 0.005, 0.005, 0.006)).toEqual([[0.05, 0.005]])
  expect(find(100, 101, 99, 100, 100, 103, 30_000)).toEqual([[30_000, undefined]])
})

test('Sizes from small to large are no outliers, and fewer than five siblings say nothing', () => {
  expect(find(...Array.from({ length: 30 }, (_, index) => 2 ** (index / 2)))).toEqual([])
  expect(find(0.12, 0.25, 0.55, 1.1, 2.2, 4, 7.5, 15, 30)).toEqual([])
  expect(find(10, 20, 30, 40, 50, 60, 80, 100, 200, 500, 1000)).toEqual([])
  expect(find(430, 610, 48, 265, 480, 1780)).toEqual([])
  expect(find(10, 10, 10, 10, 100)).toEqual([])
  expect(find(0, 0, 0, 0, 0, 0, 5)).toEqual([])
})

test('Two usual sizes are no outliers of each other', () => {
  expect(find(5, 5, 5, 5, 5, 5, 5, 100, 100, 100)).toEqual([])
})
