import { editDistance, fold, toAlphanumericKey } from '#server/kernel/text.ts'
import type { SearchCriteria } from './store-hits.ts'

const MIN_CODE_LENGTH = 4
/** Words that do not distinguish items, because most texts contain them. */
const STOP_WORD =
  /^(?:an?|and|buy|for|from|i|in|is|machines?|mm|my|need|of|on|or|parts?|price|services?|spares?|the|to|want|we|with)$/

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

/** The distinct words of a text, folded, without stop words. */
export const extractWords = (text: string): string[] => [
  ...new Set(splitWords(fold(text)).filter((word) => !isStopWord(word))),
]

/** The words of a folded text, in order. */
export const splitWords = (folded: string): string[] =>
  folded
    .split(/[^\p{L}\p{N}.+/°-]+/u)
    .map((word) => word.replace(/^[-./]+|(?<![-./])[-./]+$/g, ''))
    .filter(Boolean)

/** Whether a folded word does not distinguish items. */
export const isStopWord = (word: string): boolean => STOP_WORD.test(word)

/** The ending that a plural adds. 'radius', 'axis' and 'brass' are not plurals. */
const PLURAL_SUFFIX = /(?<=\p{L}(?:ch|sh|x|ss))es$|(?<=\p{L}{2}[^\P{L}isu])s$/u
/** How a size is typed: '40x10', '40 * 10'. */
const DIMENSION_SEPARATOR = /(?<=\d) ?[x*] ?(?=\d)/g

/** The search, folded, as the catalogue words it: 'capstan lathe' for 'Capstan lathes', '40 × 10' for '40x10'. */
export function normalizeQuery(search: string): string {
  const text = fold(search).replace(DIMENSION_SEPARATOR, ' × ')
  return text
    .split(' ')
    .map((word) => word.replace(PLURAL_SUFFIX, ''))
    .join(' ')
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
