import { fold } from '#server/kernel/text.ts'

/** Words that do not distinguish items, because most texts contain them. */
const STOP_WORD =
  /^(?:an?|and|buy|for|from|i|in|is|machines?|mm|my|need|of|on|or|parts?|price|services?|spares?|the|to|want|we|with)$/

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
