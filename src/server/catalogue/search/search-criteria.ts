import {
  isIndexed,
  type SearchExpression,
  toAllWordsExpression,
  toContainsExpression,
} from '#server/database/search/search-expression.ts'

/** What is searched. An item matches `text`, `code` or `wordGroups`; without any of them, every item matches. */
export interface SearchCriteria {
  /** Folded; name or description contains it [CAT-3]. */
  text?: string
  /** Letters and digits only; a code (part number, or name without separators) contains it. */
  code?: string
  /** Items with exactly this code are listed first. */
  exactCodeFirst?: boolean
  /** Folded words; name or description contains one of every group. */
  wordGroups?: string[][]
  /** Items with one of each of these groups in their name are listed first. Only if all hits are known. */
  firstInName?: string[][]
  /** Terms that specifications contain too. The index has none of these, so all hits are known with the criteria. */
  specificationTerms?: string
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
