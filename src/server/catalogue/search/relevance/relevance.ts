import type { Kind } from '#contracts/item/kind.ts'
import { toStem } from '#contracts/stem.ts'
import { fold } from '#server/kernel/text.ts'
import { FILLER_WORDS, KIND_WORDS } from '../question-words.ts'
import type { TradeNames } from '../trade-names.ts'
import { NUMBER, toTokens } from './tokens.ts'

/* How well an item answers a search in words: pure functions. */

/** A word, size or type of a search, with what counts as the same. */
export interface SearchTerm {
  text: string
  /** Each is a list of tokens, all of which a field must contain; tokens joined by a space must follow each other. */
  alternatives: string[][]
  isSize: boolean
  /** Whether it names a machine, such as 'cl 40', or is the number of a part. */
  isType: boolean
  /** Whether it is what the search looks for: 'belt' of 'drive belt for CL 25'. */
  isHead: boolean
}

/** The text of an item by its fields, each as `toTokens` writes it. */
export interface ItemText {
  rowId: number
  name: string
  /** The last word of the name before a comma: what the item is. */
  head: string
  /** The category, the machines that a spare part fits, and what a service consists of. */
  scope: string
  /** Description, and features and specifications of machines and spare parts. */
  text: string
}

const FIELDS = ['head', 'name', 'scope', 'text'] as const
type Field = (typeof FIELDS)[number]
/** How much a word says about an item by where it stands. These and the weights below were chosen by 200 questions (0221). */
const FIELD_WEIGHTS: Record<Field, number> = { head: 1, name: 0.95, scope: 0.9, text: 0.5 }
/** What a search looks for counts more if it is in the name; a text may mention anything. */
const HEAD_IN_NAME = 1.8
const OTHER_NAME = 0.95
/** The words of a name that do not follow each other: 'live centre' in 'Turning Centre with Live Tools'. */
const APART = 0.8
const MAX_TERMS = 12
const UNITS = /^(?:mm|cm|m|metre|meter|inch|in|kg|g|kw|hp|rpm|ton|tonne|t|v|hz|bar|micron|um|litre|nm)$/
const TYPE_LETTERS = /^\p{L}{1,3}$/u
/** Longer searches are sentences, in which the last noun says little. */
const MAX_WORDS_WITH_HEAD = 8

/** A type as it is written without a space: 'CL25', 'A2-6', 'VDI-30'. */
const TYPE = /(?<![\p{L}\d])(\p{L}{1,4}-?\d+(?:[-/]\d+)*)(?![\p{L}\d])/gu
/** What is looked for stands before these. */
const PREPOSITION =
  /^(?:for|with|of|in|from|on|to|under|below|above|over|that|which|at|between|near|having|than|up|through|se)$/

/** 'vmc ka coolant pump' looks for a pump. */
const POSTPOSITION = /^(?:ke|ki|ka)$/

/** The terms of a search without fillers, in their order: 'drive belt for CL 25' → 'drive belt', 'cl 25'. */
export function readTerms(search: string, tradeNames: TradeNames): SearchTerm[] {
  const known: SearchTerm[] = []
  /** Remembers a term, to which the text then refers by its number. */
  const refer = (text: string, alternatives: string[][]) => {
    known.push(toTerm(text, alternatives))
    return `|${known.length - 1}`
  }
  const parts = fold(search)
    .split(TYPE)
    .map((part, index) => (index % 2 === 1 ? refer(part, [[toTokens(part).trim()]]) : toTokens(part).trim()))
  let rest = ` ${parts.filter(Boolean).join(' ')} `
  for (const { phrase, alternatives } of tradeNames.phrases) {
    const found = [phrase, `${phrase}s`].find((form) => rest.includes(` ${form} `))
    if (found) rest = rest.replace(` ${found} `, ` ${refer(phrase, alternatives)} `)
  }
  const words = rest.trim().split(' ').filter(Boolean)
  const terms: SearchTerm[] = []
  let head: SearchTerm | undefined
  let isHeadFound = false
  for (let index = 0; index < words.length; ) {
    const { term, length } = readTerm(words.slice(index, index + 2), known, tradeNames)
    if (head && PREPOSITION.test(words[index]!)) isHeadFound = true
    if (!isHeadFound && POSTPOSITION.test(words[index]!)) head = undefined
    index += length
    if (!term) continue
    terms.push(term)
    if (!isHeadFound && !/\d/.test(term.text)) head = term
  }
  if (head && words.length <= MAX_WORDS_WITH_HEAD) head.isHead = true
  return [...new Map(terms.map((term) => [term.text, term])).values()].slice(0, MAX_TERMS)
}

/** The term that a word begins, and how many words it has; none for a filler. */
function readTerm(
  [word = '', next = '']: string[],
  known: SearchTerm[],
  tradeNames: TradeNames,
): { term?: SearchTerm; length: number } {
  const both = `${word} ${next}`
  if (word.startsWith('|')) return { term: known[Number(word.slice(1))]!, length: 1 }
  if (NUMBER.test(word))
    return UNITS.test(next)
      ? { term: toTerm(both, [[both]]), length: 2 }
      : { term: toTerm(word, [[word]]), length: 1 }
  if (FILLER_WORDS.has(word) || word.length === 1) return { length: 1 }
  if (TYPE_LETTERS.test(word) && !UNITS.test(word) && NUMBER.test(next))
    return { term: toTerm(both, [[both]]), length: 2 }
  const names = tradeNames.byStem.get(toStem(word)) ?? []
  return { term: toTerm(word, [[word], ...names]), length: 1 }
}

const toTerm = (text: string, alternatives: string[][]): SearchTerm => ({
  text,
  alternatives,
  isSize: NUMBER.test(text.split(' ')[0]!),
  isType: /^\p{L}{2,3}[ -]?\d{4}$/u.test(text),
  isHead: false,
})

/** Which items have which words, by field. */
export class TextIndex {
  readonly #texts = new Map<number, ItemText>()
  readonly #stems = new Map<string, string>()
  readonly #rows = Object.fromEntries(FIELDS.map((field) => [field, new Map()])) as Record<
    Field,
    Map<string, number[]>
  >

  constructor(items: ItemText[] = []) {
    this.add(items)
  }

  /** The number of items. */
  get size(): number {
    return this.#texts.size
  }

  add(items: ItemText[]): void {
    for (const item of items) {
      this.#texts.set(item.rowId, item)
      for (const field of FIELDS)
        for (const stem of new Set(
          item[field]
            .trim()
            .split(' ')
            .map((token) => this.#getStem(token)),
        )) {
          const rows = this.#rows[field].get(stem)
          if (rows) rows.push(item.rowId)
          else this.#rows[field].set(stem, [item.rowId])
        }
    }
  }

  #getStem(token: string): string {
    const known = this.#stems.get(token)
    if (known !== undefined) return known
    const stem = toStem(token)
    this.#stems.set(token, stem)
    return stem
  }

  /** Whether a name, as toTokens writes it, has a term. */
  isNamed({ text, alternatives: [tokens = []] }: SearchTerm): boolean {
    const [first = ''] = tokens
    return TYPE_TEXT.test(text) && tokens.length === 1 && this.#findToken('name', first).length > 0
  }

  /** The items with a term, each with the weight of its best field; another name counts a little less than the typed one. */
  find({ alternatives, isHead }: SearchTerm): Map<number, number> {
    const found = new Map<number, number>()
    for (const [index, tokens] of alternatives.entries())
      for (const field of FIELDS) {
        const weight = FIELD_WEIGHTS[field] * (isHead && field !== 'text' ? HEAD_IN_NAME : 1)
        const share = index === 0 ? weight : weight * OTHER_NAME
        const phrase = tokens.join(' ')
        for (const rowId of this.#findAll(field, tokens)) {
          const text = this.#texts.get(rowId)![field]
          const isTogether =
            tokens.length === 1 || text.includes(` ${phrase} `) || text.includes(` ${phrase}s `)
          found.set(rowId, Math.max(isTogether ? share : share * APART, found.get(rowId) ?? 0))
        }
      }
    return found
  }

  #findAll(field: Field, tokens: string[]): number[] {
    const [first = [], ...others] = tokens.map((token) => this.#findToken(field, token))
    return others.reduce((rows, other) => {
      const both = new Set(other)
      return rows.filter((rowId) => both.has(rowId))
    }, first)
  }

  #findToken(field: Field, token: string): number[] {
    const [word = '', ...following] = token.split(' ')
    const rows = this.#rows[field].get(toStem(word)) ?? []
    if (following.length === 0) return rows
    return rows.filter((rowId) => this.#texts.get(rowId)![field].includes(` ${token} `))
  }
}

const KIND_AT_END = 1.7
const KIND_ANYWHERE = 1.35

/** By how much a search speaks of each kind: 'repair' of a service, 'lathe' at the end of a machine. */
export function readKinds(search: string): Record<Kind, number> {
  const tokens = toTokens(search).trim().split(' ')
  const kindStems = Object.values(KIND_WORDS).flat().map(toStem)
  const isFiller = (token: string) => FILLER_WORDS.has(token) && !kindStems.includes(toStem(token))
  const findEnd = (word: RegExp) =>
    tokens.findIndex(
      (token, index) => word.test(token) && tokens.slice(0, index).some((before) => !isFiller(before)),
    )
  const end = findEnd(PREPOSITION)
  const named = end < 0 ? tokens : tokens.slice(0, end)
  const isTelling = (token: string, index: number) =>
    !POSTPOSITION.test(named[index + 1] ?? '') && !isFiller(token)
  const last = toStem(named.findLast(isTelling) ?? '')
  const purpose = findEnd(/^(?:for|on)$/)
  // 'Coolant pump for VMC 850' asks for no machine.
  const stems = (purpose < 0 ? tokens : tokens.slice(0, purpose)).map(toStem)
  const rate = (kind: Kind) => {
    const known = new Set(KIND_WORDS[kind].map(toStem))
    if (known.has(last)) return KIND_AT_END
    return stems.some((stem) => known.has(stem)) ? KIND_ANYWHERE : 1
  }
  return { machine: rate('machine'), spare: rate('spare'), service: rate('service') }
}
const SIZE_WEIGHT = 0.7
/** Letters and a number, which may name a machine. */
const TYPE_TEXT = /^\p{L}{2,3}[ -]?\d{2,4}$/u
/** 'CL 40' of 'weight of CL 40', which is not about the weight of anything else. */
const TYPE_WEIGHT = 2
/** What more than this share of all items have, such as the prefix of all part numbers, tells none from another. Trade words do. */
const COMMON_SHARE = 0.6
const COMMON_WEIGHT = 0.05

/** The weight of a term that `count` of `total` items have: the fewer, the more it says. */
export const weighTerm = (term: SearchTerm, count: number, total: number): number =>
  count === 0
    ? 0
    : count > total * COMMON_SHARE && term.alternatives.length === 1
      ? COMMON_WEIGHT
      : Math.log(1 + total / count) * (term.isSize ? SIZE_WEIGHT : term.isType ? TYPE_WEIGHT : 1)
