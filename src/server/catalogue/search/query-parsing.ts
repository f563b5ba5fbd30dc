import { editDistance, fold, toAlphanumericKey } from '#server/kernel/text.ts'
import type { SearchCriteria } from './store-hits.ts'

const MIN_CODE_LENGTH = 4

/** The criteria for a search as typed: the text, and a code if it contains a digit. Undefined for an empty search. */
export function parseQuery(search: string): (SearchCriteria & { text: string }) | undefined {
  const text = fold(search)
  if (!text) return undefined
  const code = toAlphanumericKey(search)
  return { text, ...(/\d/.test(code) && code.length >= MIN_CODE_LENGTH && { code }) }
}

/** The criteria for text alone [CAT-3]. Undefined for an empty search. */
export function parsePhrase(search: string): SearchCriteria | undefined {
  const text = fold(search)
  return text ? { text } : undefined
}

/** Part of a code that consists of digits and the letter O. */
const ZEROS = /(?<![\p{L}\d])o*\d[o\d]*(?![\p{L}\d])/giu

/** The criteria without separators: 'ballscrew' for 'Ball Screw'. An 'O' after a digit is read as zero. */
export function parseWithoutSeparators(search: string): SearchCriteria | undefined {
  const code = toAlphanumericKey(search.replace(ZEROS, (part) => part.replace(/o/gi, '0'))).replace(
    /(?<=\d)o/g,
    '0',
  )
  return code.length >= MIN_CODE_LENGTH ? { code } : undefined
}

/** The number of changed, missing, added or transposed characters up to which a known word replaces `word`. */
export function getEditTolerance(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 6 ? 1 : 2
}

/** The words of `vocabulary` that are most similar to `word` within its edit tolerance, at most three. */
export function findNearestWords(word: string, vocabulary: string[]): string[] {
  let maxDistance = getEditTolerance(word)
  if (maxDistance === 0) return []
  let nearest: string[] = []
  for (const candidate of vocabulary) {
    const edits = editDistance(word, candidate, maxDistance)
    if (edits > maxDistance) continue
    if (edits < maxDistance) nearest = []
    maxDistance = edits
    nearest.push(candidate)
  }
  // Errors in the first character are rare.
  return nearest.sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0])).slice(0, 3)
}

const NGRAM_LENGTH = 3

/**
 * The n-grams of a word for the spelling correction: each three consecutive characters, including a space before and after
 * the word, and the first character with the last. A word with one error shares at least one of them (decision 0136).
 */
export function toWordNgrams(word: string): string[] {
  const characters = [...word]
  const padded = [' ', ...characters, ' ']
  const ngrams = characters.map((_, start) => padded.slice(start, start + NGRAM_LENGTH).join(''))
  return [...new Set([...ngrams, `${characters[0]}${characters.at(-1)}`])]
}
