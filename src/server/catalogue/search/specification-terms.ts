import { fold, slugify } from '#server/kernel/text.ts'
import { isStopWord, normalizeQuery, splitWords } from './query-parsing.ts'

/** What a query for items with certain specifications consists of. */
export interface SpecificationTerm {
  /** As it is shown: '42 mm', 'bar'. */
  text: string
  /** Words have to be in as many items as possible; numbers, sizes and types ('a2-6') in every item. */
  type: 'word' | 'number' | 'size' | 'type'
  /** The word before a number: 'cl' in 'CL 40'. */
  previous?: string | undefined
}

/** The score of an item, and the terms that it contains. */
interface TermMatch {
  score: number
  matched: SpecificationTerm[]
}

const MAX_TERMS = 8
/** At most this many consecutive words are looked up as one value: 'EN 353 case hardened'. */
const MAX_RUN = 4
const UNITS = 'mm|cm|m|inch|kg|g|kw|w|hp|rpm|v|hz|a|kn|nm|n|hrc|litre|litres'
const NUMBER = /^\d+(?:\.\d+)?$/
const UNIT = new RegExp(`^(?:${UNITS})$`)
const ATTACHED_UNIT = new RegExp(`(?<=\\d)(?=(?:${UNITS})(?![\\p{L}\\d]))`, 'gu')

/** Writes numbers and sizes of a folded text in one way: '5,000rpm' → '5000 rpm'. */
export const normalizeSizes = (folded: string): string =>
  folded.replace(/(?<=\d),(?=\d{3}(?!\d)|\d\d,)/g, '').replace(ATTACHED_UNIT, ' ')

/** The terms of a query: 'lathe 42mm bar' → 'lathe', '42 mm', 'bar'. */
export function parseTerms(search: string): SpecificationTerm[] {
  const words = splitWords(normalizeSizes(normalizeQuery(search)))
  const terms = words.flatMap((word, index): SpecificationTerm[] => {
    const previous = words[index - 1]
    const next = words[index + 1]
    if (NUMBER.test(word)) {
      if (next && UNIT.test(next)) return [{ text: `${word} ${next}`, type: 'size' }]
      return [{ text: word, type: 'number', previous }]
    }
    const isUnit = previous !== undefined && NUMBER.test(previous) && UNIT.test(word)
    if (isUnit || isStopWord(word)) return []
    return [{ text: word, type: /\d/.test(word) ? 'type' : 'word' }]
  })
  return [...new Map(terms.map((term) => [term.text, term])).values()].slice(0, MAX_TERMS)
}

/** The values by which items with these terms can be looked up, as slugs: '42', 'cl-40', 'phosphor-bronze'. */
export function toValueSlugs(terms: SpecificationTerm[]): string[] {
  const texts = terms.map(({ text }) => text)
  const runs = texts.flatMap((_, start) =>
    Array.from({ length: MAX_RUN }, (_, length) => texts.slice(start, start + length + 1).join(' ')),
  )
  const sizes = terms.filter(({ type }) => type === 'size').map(({ text }) => text.split(' ')[0]!)
  const types = terms
    .filter(({ type }) => type === 'type')
    .map(({ text }) => text.replace(/(?<=\p{L})(?=\d)/gu, ' '))
  return [...new Set([...runs, ...sizes, ...types].map(slugify))].filter(Boolean)
}

/** The names of specifications that the terms may contain, as slugs: 'cylindrical-grinding'. */
export const toNameSlugs = (terms: SpecificationTerm[]): string[] => {
  const words = terms.map(({ text, type }) => (type === 'word' ? text : ''))
  const runs = words.flatMap((_, start) =>
    [2, 3, 4]
      .map((length) => words.slice(start, start + length))
      .filter((run) => run.length >= 2 && run.every(Boolean)),
  )
  return [...new Set(runs.map((run) => slugify(run.join(' '))))]
}

/** The beginnings of longer values: '42-mm' of '42 mm hydraulic'. */
export const toValuePrefixes = (terms: SpecificationTerm[]): string[] =>
  terms.filter(({ type }) => type === 'size').map(({ text }) => slugify(text))

/**
 * Rates an item by the terms that its text contains. Undefined if a number, size or type is missing. A number after the
 * same word as in the query counts twice: 'CL 40', but not '40 mm'. `corrections`: the spellings of a word that are accepted.
 */
export function rateItem(
  text: string,
  terms: SpecificationTerm[],
  corrections: Map<string, string[]> = new Map(),
): TermMatch | undefined {
  let score = 0
  const matched: SpecificationTerm[] = []
  for (const term of terms) {
    const spelling =
      term.type === 'word'
        ? (corrections.get(term.text) ?? [term.text]).find((word) => text.includes(word))
        : term.text
    const isMatched = spelling !== undefined && (term.type === 'word' || toPattern(term).test(text))
    if (isMatched) {
      score += isAfterSameWord(text, term) ? 2 : 1
      matched.push({ ...term, text: spelling })
    } else if (term.type !== 'word') return undefined
  }
  return { score, matched }
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function toPattern({ text, type }: SpecificationTerm): RegExp {
  if (type === 'type') {
    const parts = text.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [text]
    return new RegExp(`(?<![\\p{L}\\d])${parts.map(escapePattern).join('[ -]?')}(?![\\p{L}\\d])`, 'u')
  }
  return new RegExp(`(?<![\\p{L}\\d.-])${escapePattern(text)}(?![\\p{L}\\d]|\\.\\d)`, 'u')
}

const isAfterSameWord = (text: string, { text: number, type, previous }: SpecificationTerm): boolean =>
  type === 'number' &&
  previous !== undefined &&
  new RegExp(`${escapePattern(previous)}[ -]?${number}(?!\\d)`).test(text)

/** Whether items with these terms answer a query: all of its terms, or at least half of them with a word or a size. */
export function isSufficient(matched: SpecificationTerm[], terms: SpecificationTerm[]): boolean {
  if (matched.length === terms.length) return true
  // A single digit, as in '5 axis', is in too many texts.
  const hasNumber = terms.some(({ text, type }) => type !== 'word' && text.length > 1)
  const hasWordOrSize = matched.some(({ type }) => type === 'word' || type === 'size')
  const isEnough = matched.length * 2 >= terms.length || matched.some(({ type }) => type === 'size')
  return hasNumber && hasWordOrSize && isEnough
}

/** The text of an item that is searched for terms: name, description and specifications. */
export const toSpecificationText = (
  searchText: string,
  specifications: (readonly [string, string])[],
): string => normalizeSizes(`${searchText} ${fold(specifications.map((each) => each.join(' ')).join(' ; '))}`)
