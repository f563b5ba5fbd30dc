import { expect, test } from 'vitest'
import { formatSpecificationFilters, parseSpecificationFilters } from './specification-filter.ts'

test.each([
  ['bar-capacity.mm:20..40', [{ key: 'bar-capacity.mm', from: 20, to: 40 }]],
  ['run-out.mm:..0.005', [{ key: 'run-out.mm', to: 0.005 }]],
  [
    'a:1..,fits:cl-25',
    [
      { key: 'a', from: 1 },
      { key: 'fits', value: 'cl-25' },
    ],
  ],
])('The filters %s are parsed, and formatted as the same text', (text, filters) => {
  expect(parseSpecificationFilters(text)).toEqual(filters)
  expect(formatSpecificationFilters(filters)).toBe(text)
})

test.each(['', ',', 'a', 'a:', ':b', 'a:..', 'A:b', 'a:b c', "a:'", 'a:1...2', 'a:b:c'])(
  'The text %j contains no filter',
  (text) => {
    expect(parseSpecificationFilters(text)).toEqual([])
  },
)

test('At most twelve filters are parsed', () => {
  expect(parseSpecificationFilters(Array(20).fill('a:b').join(','))).toHaveLength(12)
})
