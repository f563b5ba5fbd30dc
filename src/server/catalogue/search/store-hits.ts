import { sql } from 'kysely'
import { TypedFastBitSet } from 'typedfastbitset'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import {
  isIndexed,
  type SearchExpression,
  toAllWordsExpression,
  toContainsExpression,
} from '#server/database/search/search-expression.ts'
import { selectMatches } from '#server/database/search/search-index.ts'
import { strpos } from '#server/database/sql-dialect.ts'
import type { ListSource, RowSet } from './store-row-sets.ts'

/** What is searched. An item matches `text`, `code`, `wordGroups` or `rowIds`; without any of them, every item matches. */
export interface SearchCriteria {
  /** Folded; name or description contains it [CAT-3]. */
  text?: string
  /** Letters and digits only; a code (part number, or name without separators) contains it. Exact codes are listed first. */
  code?: string
  /** Folded words; name or description contains one of every group. */
  wordGroups?: string[][]
  /** Items that were found by their specifications or relations. */
  rowIds?: number[]
  /** How well items answer the search: the best are listed first. Undefined if there are many. */
  scores?: ReadonlyMap<number, number> | undefined
}

/** What the search index is to look up. Undefined if that is nothing, or if the text is too short for the index. */
export function toExpression({ text, code, wordGroups }: SearchCriteria): SearchExpression | undefined {
  if (wordGroups) return toAllWordsExpression(wordGroups)
  // A text is at least as long as the code that was read from it.
  if (text !== undefined && !isIndexed(text)) return undefined
  const expression = [
    ...(text === undefined ? [] : toContainsExpression(text)),
    ...(code === undefined ? [] : toContainsExpression(code, 'search_codes')),
  ]
  return expression.length > 0 ? expression : undefined
}

export const selectPublishedRows = (kind: Kind) =>
  sql`select row_id from item where unpublished_at is null and kind = ${kind}`

export const getPublished = ({ db, rowSets }: ListSource, kind: Kind): Promise<RowSet> =>
  rowSets.get(db, kind, selectPublishedRows(kind))

/** The published items of a kind that match. */
export async function findHits(source: ListSource, kind: Kind, criteria: SearchCriteria): Promise<RowSet> {
  const matches = await findMatches(source, kind, criteria)
  // Most searches for what no item has end here.
  if (matches?.isEmpty()) return matches
  const published = await getPublished(source, kind)
  return matches ? published.new_intersection(matches) : published
}

/** The items that match, perhaps with items of other kinds and states; the index is read once for all of them. */
async function findMatches(
  { db, rowSets }: ListSource,
  kind: Kind,
  criteria: SearchCriteria,
): Promise<RowSet | undefined> {
  const { text, rowIds } = criteria
  if (rowIds) return new TypedFastBitSet(rowIds)
  const expression = toExpression(criteria)
  if (expression) return rowSets.get(db, JSON.stringify(expression), selectMatches(expression))
  // The text of every item is read for a single character, for which the index has no trigrams.
  return text === undefined
    ? undefined
    : rowSets.get(
        db,
        `${kind} contains ${text}`,
        sql`${selectPublishedRows(kind)} and ${strpos(sql.ref('item.search_text'), text)} > 0`,
      )
}

/** Whether published items of one of these kinds match. */
export async function hasHits(
  source: ListSource,
  criteria: SearchCriteria,
  kinds: readonly Kind[] = KINDS,
): Promise<boolean> {
  for (const kind of kinds) if (!(await findHits(source, kind, criteria)).isEmpty()) return true
  return false
}
