/*
 * Search expressions state what an item must contain, independently of the database engine. Both engines look terms up
 * by trigrams, three consecutive characters: 'bush' is found in the entries of 'bus' and 'ush'. docs/search.md explains
 * this with an example.
 */

/** A column of the table `item_text`: folded name and description, or codes as '|code|code|'. */
export type SearchColumn = 'search_text' | 'search_codes'

/** An item matches an expression if it matches one of its clauses. */
export type SearchExpression = SearchClause[]
/** An item matches a clause if the column contains one term of every group. Every term is long enough for the index. */
interface SearchClause {
  column: SearchColumn
  groups: string[][]
}

const TRIGRAM_LENGTH = 3
/** In characters. Two-character terms work in `search_text` alone, because `toSearchText` prepares it for them. */
const MIN_INDEXED_LENGTH: Record<SearchColumn, number> = {
  search_text: TRIGRAM_LENGTH - 1,
  search_codes: TRIGRAM_LENGTH,
}
/** The third characters that a two-character term is expanded with. */
const NEXT_CHARACTERS = [...' \nabcdefghijklmnopqrstuvwxyz0123456789.,;:-/+°%"\'()×']
const NEXT_CHARACTER_SET = new Set(NEXT_CHARACTERS)

/**
 * The content of `search_text` for folded texts. Every text starts with a space and ends with a line break. A pair of
 * characters that is followed by none of `NEXT_CHARACTERS` is repeated on a line of its own: 'be日' adds 'be\n'. Every
 * pair is therefore the start of one of the trigrams that `toTrigramTerms` searches.
 */
export function toSearchText(...foldedTexts: string[]): string {
  const text = foldedTexts.map((folded) => ` ${folded}\n`).join('')
  const characters = [...text]
  if (characters.every((character) => NEXT_CHARACTER_SET.has(character))) return text
  const pairs = characters.flatMap((character, index) =>
    index < 2 || NEXT_CHARACTER_SET.has(character)
      ? []
      : [`${characters[index - 2]}${characters[index - 1]}\n`],
  )
  return text + [...new Set(pairs)].join('')
}

/** Terms of at least three characters, of which every text that contains `term` contains one: 'be' gives 'be ', 'bea', ... */
export const toTrigramTerms = (term: string): string[] =>
  [...term].length >= TRIGRAM_LENGTH ? [term] : NEXT_CHARACTERS.map((character) => term + character)

/** Whether the index can look up this folded term. */
export const isIndexed = (term: string, column: SearchColumn = 'search_text'): boolean =>
  [...term].length >= MIN_INDEXED_LENGTH[column]

/** Matches items that contain an indexed term. */
export const toContainsExpression = (
  term: string,
  column: SearchColumn = 'search_text',
): SearchExpression => [{ column, groups: [[term]] }]

/** Matches items with one word of every group in name or description. Words of one or two characters must begin a word. */
export function toAllWordsExpression(wordGroups: string[][]): SearchExpression {
  const toTerm = (word: string) => ([...word].length >= TRIGRAM_LENGTH ? word : ` ${word}`)
  return [{ column: 'search_text', groups: wordGroups.map((group) => group.map(toTerm)) }]
}
