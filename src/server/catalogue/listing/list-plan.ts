import type { SearchExpression } from '#server/database/search/search-expression.ts'
import { isComplete, type SearchHits } from '#server/database/search/search-index.ts'
import { type SearchCriteria, toExpression } from '../search/search-criteria.ts'
import { type ItemFilter, narrowingConditions } from './item-filter.ts'

/** Where the items of a filter are read from. All parameters but kind and search are still to be applied. */
export type ItemSource =
  /** The sort keys of all hits are known: reads these items alone. */
  | { kind: 'hits'; sortKeys: number[] }
  /** Reads the search index and the items of its hits. */
  | { kind: 'search'; expression: SearchExpression; maxHits?: number }
  /** The index has no terms as short as one character: reads every item of the kind and its text. */
  | { kind: 'scan'; text: string }
  /** Nothing is searched: reads the items of the kind, by the indexes of the table. */
  | { kind: 'filtered' }

/** How one page of a list is read. */
export type ListPlan =
  | ItemSource
  /** The sort keys of exactly this page are known: reads these items, and no parameter is left to apply. */
  | { kind: 'page-of-hits'; sortKeys: number[] }

/**
 * Decides how a page is read. A list in order of names that only a search narrows is also in order of sort keys: its
 * page is cut from the known hits if these are all, or reach to the end of the page; and the index is read no further
 * than to the end of the page. `hits` are those of the filter's criteria, if they have been searched already.
 */
export function planList(filter: ItemFilter, hits?: SearchHits): ListPlan {
  const { criteria, limit, offset = 0 } = filter
  const source = planSource(criteria, hits)
  if (limit === undefined || !isInKeyOrder(filter)) return source
  const end = offset + limit
  if (hits && (isComplete(hits) || end <= hits.sortKeys.length))
    return { kind: 'page-of-hits', sortKeys: hits.sortKeys.slice(offset, end) }
  return source.kind === 'search' ? { ...source, maxHits: end } : source
}

/** Decides where all items that match the criteria are read from. */
export function planSource(criteria: SearchCriteria = {}, hits?: SearchHits): ItemSource {
  if (hits && isComplete(hits)) return { kind: 'hits', sortKeys: hits.sortKeys }
  const expression = toExpression(criteria)
  if (expression) return { kind: 'search', expression }
  return criteria.text === undefined ? { kind: 'filtered' } : { kind: 'scan', text: criteria.text }
}

const isInKeyOrder = (filter: ItemFilter): boolean =>
  (filter.sort ?? 'name') === 'name' &&
  !filter.criteria?.exactCodeFirst &&
  !filter.criteria?.firstInName &&
  narrowingConditions(filter).length === 0
