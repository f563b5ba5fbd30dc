import { expect, test, vi } from 'vitest'
import { createColumnSort, parseColumnSort, toSortParams } from './column-sort.ts'

const FIRST = { name: 'asc', changed: 'desc' } as const
const parse = (query: string) => parseColumnSort(new URLSearchParams(query), FIRST)

test('The sort order of a list is read from the URL; without one it is that of the first column', () => {
  expect(parse('')).toEqual({ sort: 'name', order: 'asc' })
  expect(parse('sort=changed')).toEqual({ sort: 'changed', order: 'desc' })
  expect(parse('sort=changed&order=asc')).toEqual({ sort: 'changed', order: 'asc' })
  expect(parse('sort=colour&order=up')).toEqual({ sort: 'name', order: 'asc' })
})

test('The parameters of a sort order contain no defaults', () => {
  expect(toSortParams({ sort: 'name', order: 'asc' }, FIRST)).toEqual({ sort: undefined, order: undefined })
  expect(toSortParams({ sort: 'changed', order: 'asc' }, FIRST)).toEqual({ sort: 'changed', order: 'asc' })
})

test('A click on a column sorts by it in its first direction, and a second one reverses the order', () => {
  const change = vi.fn()
  const click = (query: string, name: 'name' | 'changed') => {
    const { direction, onSort } = createColumnSort(new URLSearchParams(query), change, FIRST)(name)
    onSort()
    return [direction, change.mock.lastCall?.[0]]
  }
  expect(click('', 'changed')).toEqual([undefined, { sort: 'changed', order: undefined }])
  expect(click('sort=changed', 'changed')).toEqual(['descending', { sort: 'changed', order: 'asc' }])
  expect(click('sort=changed&order=asc', 'changed')).toEqual([
    'ascending',
    { sort: 'changed', order: undefined },
  ])
  expect(click('', 'name')).toEqual(['ascending', { sort: undefined, order: 'desc' }])
})
