import { expect, test } from 'vitest'
import { listRange } from './selection.ts'

test('A range of items contains both ends, in the order of the list and in either direction', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(listRange(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(listRange(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(listRange(ids, 'c', 'c')).toEqual(['c'])
})

test('A range that begins at an item of another page is the clicked item alone', () => {
  expect(listRange(['a', 'b'], 'x', 'b')).toEqual(['b'])
  expect(listRange(['a', 'b'], undefined, 'b')).toEqual(['b'])
})
