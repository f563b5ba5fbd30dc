import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables.ts'
import type { SearchExpression } from './search-expression.ts'
import type { KeyRange } from './sort-keys.ts'

/** A query on the table `item`, or on hits under that name. */
export type ItemQuery = SelectQueryBuilder<Tables, 'item', object>

/** The hits of a search in one key range. */
export interface SearchHits {
  /** The sort keys of the first hits, ascending, which is the order of names. */
  sortKeys: number[]
  /** The number of all hits; undefined if there are more than `sortKeys` and they were not counted. */
  total: number | undefined
}

export const NO_HITS: SearchHits = { sortKeys: [], total: 0 }

/** Whether the sort keys are those of all hits. */
export const isComplete = ({ sortKeys, total }: SearchHits): boolean => sortKeys.length === total

/** Full-text search in names, descriptions and codes. Each database engine has an implementation. */
export interface SearchIndex {
  /** The first `max` hits. Counts all hits where the engine has read them anyway. */
  fetchHits(expression: SearchExpression, keyRange: KeyRange, max: number): Promise<SearchHits>
  /**
   * The hits of a phrase in name or description, as `fetchHits` returns them. Includes the hits of `words` if the
   * engine found them with the same query.
   */
  fetchPhraseHits(
    phrase: string,
    words: SearchExpression,
    keyRange: KeyRange,
    max: number,
  ): Promise<{ phraseHits: SearchHits; wordHits?: SearchHits }>
  /** The number of hits, at most `max`. */
  countHits(expression: SearchExpression, keyRange: KeyRange, max: number): Promise<number>
  /**
   * The items of the hits, to select from as `item`. The additional column `item.hit_key` is the sort key: ordering by
   * it lets SQLite stop at the query's limit. PostgreSQL sorts the hits and reads only the first `max` items.
   */
  selectItems(expression: SearchExpression, keyRange: KeyRange, max?: number): ItemQuery
}
