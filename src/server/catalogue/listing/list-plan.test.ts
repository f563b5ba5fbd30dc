import { describe, expect, test } from 'vitest'
import { toContainsExpression } from '#server/database/search/search-expression.ts'
import { NO_HITS, type SearchHits } from '#server/database/search/search-index.ts'
import type { ItemFilter } from './item-filter.ts'
import { planList } from './list-plan.ts'

const FEW_HITS: SearchHits = { sortKeys: [10, 20, 30], total: 3 }
/** More hits than keys were fetched. */
const MANY_HITS: SearchHits = { sortKeys: [10, 20, 30], total: undefined }
const COUNTED_HITS: SearchHits = { sortKeys: [10, 20, 30], total: 8000 }
const bush: ItemFilter = { kind: 'spare', criteria: { text: 'bush' }, limit: 2 }
const expression = toContainsExpression('bush')

describe('A page of a search in order of names', () => {
  test.each([
    ['all hits are known', {}, FEW_HITS, [10, 20]],
    ['it is the last page of known hits', { offset: 2 }, FEW_HITS, [30]],
    ['it is beyond the last of the known hits', { offset: 4 }, FEW_HITS, []],
    ['nothing was found', {}, NO_HITS, []],
    ['the fetched hits reach to its end', { offset: 1 }, MANY_HITS, [20, 30]],
    ['the order is given explicitly', { sort: 'name' }, COUNTED_HITS, [10, 20]],
    ['an empty page is requested', { limit: 0 }, MANY_HITS, []],
  ] as [string, Partial<ItemFilter>, SearchHits, number[]][])(
    'A page in order of names is read by its sort keys if %s',
    (_case, more, hits, sortKeys) => {
      expect(planList({ ...bush, ...more }, hits)).toEqual({ kind: 'page-of-hits', sortKeys })
    },
  )

  test.each([
    ['A page beyond the fetched hits', { offset: 2 }, MANY_HITS, 4],
    ['A page beyond the fetched hits, although they are counted,', { offset: 1000 }, COUNTED_HITS, 1002],
    ['A page without known hits', {}, undefined, 2],
  ] as [string, Partial<ItemFilter>, SearchHits | undefined, number][])(
    '%s is read from the index, up to its end',
    (_case, more, hits, maxHits) => {
      expect(planList({ ...bush, ...more }, hits)).toEqual({ kind: 'search', expression, maxHits })
    },
  )
})

describe.each([
  ['another order', { sort: 'price' }],
  ['a category', { category: 'Collets' }],
  ['a price', { priceTo: 5 }],
  ['a specification', { specifications: 'bore.mm:10..12' }],
  ['marked items', { ids: [] }],
  ['an exact code first', { criteria: { text: 'bush', exactCodeFirst: true } }],
  ['no limit', { limit: undefined }],
] as [string, ItemFilter][])('A search with %s', (title, more) => {
  test(`A search with ${title} filters and sorts the known hits`, () => {
    expect(planList({ ...bush, ...more }, FEW_HITS)).toEqual({ kind: 'hits', sortKeys: [10, 20, 30] })
  })

  test(`A search with ${title} reads all hits from the index if not all are known`, () => {
    expect(planList({ ...bush, ...more }, MANY_HITS)).toEqual({ kind: 'search', expression })
    expect(planList({ ...bush, ...more })).toEqual({ kind: 'search', expression })
  })
})

test('A single character, for which the index has no entries, reads every item of the kind', () => {
  expect(planList({ kind: 'spare', criteria: { text: 'b' }, limit: 24 })).toEqual({ kind: 'scan', text: 'b' })
  expect(planList({ kind: 'spare', criteria: { text: 'be' }, limit: 24 }).kind).toBe('search')
})

test.each([{}, { criteria: {} }, { criteria: undefined, category: 'Collets', sort: 'price' as const }])(
  'a list without a search (%j) reads the items of the kind',
  (more) => {
    expect(planList({ kind: 'spare', limit: 24, ...more })).toEqual({ kind: 'filtered' })
  },
)
