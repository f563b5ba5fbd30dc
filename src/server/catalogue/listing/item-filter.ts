import { type Expression, type SqlBool, sql } from 'kysely'
import type { Kind, ListQuery } from '#contracts/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { parseSpecificationFilters, type SpecificationFilter } from '#contracts/specification-filter.ts'
import {
  containsShortTerm,
  isComplete,
  isIndexedTerm,
  matchesExpression,
  type SearchExpression,
  toAllWordsExpression,
  toContainsExpression,
} from '#server/database/item-search.ts'
import { withoutIndex } from '#server/database/sql-dialect.ts'
import { parseQuery, type SearchCriteria } from '../search/query-parsing.ts'

/** So many places are looked up, which is the longest page; beyond, what stands there is searched for again. */
const MAX_SORT_KEYS_IN_CONDITION = LIMITS.listLimit

export interface ItemFilter extends Omit<ListQuery, 'approximate'> {
  kind: Kind
  /** In place of `search`: how it was understood. */
  criteria?: SearchCriteria | undefined
}

/** What an item must be to stand in the list. Archived items never do. */
export function whereConditions(filter: ItemFilter): Expression<SqlBool>[] {
  const { expression, conditions } = getTextSearch(filter)
  return [
    sql<SqlBool>`item.unpublished_at is null`,
    // Beside a search the kind must not choose the index: the few hits are then looked at, not the whole kind.
    sql<SqlBool>`${usesSearchKeys(filter) ? withoutIndex('item.kind') : sql.ref('item.kind')} = ${filter.kind}`,
    ...narrowingConditions(filter),
    ...(expression ? [matchesExpression(expression)] : []),
    ...conditions,
  ]
}

/** How a filter narrows its kind down, the search left out. */
export function narrowingConditions(filter: ItemFilter): Expression<SqlBool>[] {
  return [
    ...(filter.category === undefined ? [] : [sql<SqlBool>`item.category = ${filter.category}`]),
    ...(filter.featured ? [sql<SqlBool>`item.is_featured = 1`] : []),
    ...priceConditions(filter),
    ...(filter.ids
      ? [filter.ids.length > 0 ? sql<SqlBool>`item.id in (${sql.join(filter.ids)})` : sql<SqlBool>`1 = 0`]
      : []),
    ...parseSpecificationFilters(filter.specifications ?? '').map((specification) =>
      specificationCondition(filter.kind, specification),
    ),
  ]
}

/** A search as the text index takes it, or what must be true where it is too short for that. */
interface TextSearch {
  expression: SearchExpression | undefined
  conditions: Expression<SqlBool>[]
}

/** What a filter searches for. */
export function getTextSearch(filter: ItemFilter): TextSearch {
  const criteria = getSearchCriteria(filter)
  return criteria ? toTextSearch(criteria) : { expression: undefined, conditions: [] }
}

/** Whether the text index, or places that are known, tell what a filter searches for; otherwise it is read through. */
export function usesSearchKeys(filter: ItemFilter): boolean {
  const hits = filter.criteria?.hits
  return getTextSearch(filter).expression !== undefined || (hits !== undefined && isComplete(hits))
}

/** How a filter's search was understood, or as it stands. */
export const getSearchCriteria = ({ criteria, search }: ItemFilter): SearchCriteria | undefined =>
  criteria ?? toExactPhrase(search)

export function toTextSearch({ text, code, wordGroups, hits }: SearchCriteria): TextSearch {
  if (hits && isComplete(hits) && hits.sortKeys.length <= MAX_SORT_KEYS_IN_CONDITION)
    return { expression: undefined, conditions: [hasSortKeyIn(hits.sortKeys)] }
  if (wordGroups) return { expression: toAllWordsExpression(wordGroups), conditions: [] }
  // A text is never shorter than the code that was read from it.
  if (text !== undefined && !isIndexedTerm(text))
    return { expression: undefined, conditions: [containsShortTerm(text)] }
  const expressions = [
    ...(text === undefined ? [] : [toContainsExpression(text)]),
    ...(code === undefined ? [] : [toContainsExpression(code, 'search_codes')]),
  ]
  return { expression: expressions.length > 0 ? expressions.flat() : undefined, conditions: [] }
}

const hasSortKeyIn = (sortKeys: number[]): Expression<SqlBool> =>
  sortKeys.length > 0 ? sql<SqlBool>`item.sort_key in (${sql.join(sortKeys)})` : sql<SqlBool>`1 = 0`

/** Name or description contains the term, nothing else (row CAT-3). */
function toExactPhrase(search: string | undefined): SearchCriteria | undefined {
  const text = parseQuery(search ?? '')?.text
  return text === undefined ? undefined : { text }
}

/** Worded like the index that the order by price has; an item without a price costs neither little nor much. */
function priceConditions({ priceFrom, priceTo }: ItemFilter): Expression<SqlBool>[] {
  if (priceFrom === undefined && priceTo === undefined) return []
  const price = sql`coalesce(item.price_paise, 0)`
  return [
    sql<SqlBool>`item.price_paise is not null`,
    sql<SqlBool>`${price} >= ${toPaise(priceFrom ?? 0, Math.ceil)}`,
    ...(priceTo === undefined ? [] : [sql<SqlBool>`${price} <= ${toPaise(priceTo, Math.floor)}`]),
  ]
}

/** 0.29 × 100 is a little less than 29: what binary figures get wrong is taken off first. */
const toPaise = (rupees: number, round: (paise: number) => number): number =>
  Math.min(round(Number((rupees * 100).toFixed(4))), Number.MAX_SAFE_INTEGER)

function specificationCondition(
  kind: Kind,
  { key, from, to, value }: SpecificationFilter,
): Expression<SqlBool> {
  const valueCondition =
    value === undefined
      ? sql`${from === undefined ? sql`` : sql`and numeric_value >= ${from}`} ${to === undefined ? sql`` : sql`and numeric_value <= ${to}`}`
      : sql`and value_slug = ${value}`
  return sql<SqlBool>`item.row_id in (select item_row_id from item_specification where kind = ${kind} and key = ${key} ${valueCondition})`
}
