import { DEFAULT_TRADE_WORDS, splitTradeWords } from '#contracts/catalogue/trade-words.ts'
import { toStem } from '#contracts/stem.ts'
import { editDistance, fold } from '#server/kernel/text.ts'
import { extractWords, normalizeQuery } from './query-words.ts'
import { NUMBER, toTokens } from './relevance/tokens.ts'

const MAX_GROUPS = 8
/** Shorter words resemble too many. */
const MIN_MISSPELT = 6

const ATTACHED_UNIT = /(?<=\d)(?=(?:mm|cm|m|inch|kg|g|kw|w|hp|rpm|v|hz|a)$)/

/** British and American spellings, folded. */
const SPELLINGS: [british: string, american: string][] = [
  ['centre', 'center'],
  ['metre', 'meter'],
  ['litre', 'liter'],
  ['fibre', 'fiber'],
  ['aluminium', 'aluminum'],
  ['grey', 'gray'],
  ['colour', 'color'],
  ['mould', 'mold'],
  ['modernis', 'moderniz'],
  ['labour', 'labor'],
]

/** A folded word in British and American spelling, and sizes with a space: 'center' → 'center', 'centre'; '20mm' → '20 mm'. */
export function toSpellings(word: string): string[] {
  const spellings = new Set([word, word.replace(ATTACHED_UNIT, ' ')])
  for (const pair of SPELLINGS)
    for (const [index, spelling] of pair.entries())
      if (word.includes(spelling)) spellings.add(word.replace(spelling, pair[1 - index]!))
  return [...spellings]
}

/** General names and the machines that are one, folded. They are not synonyms: a turning centre is a lathe. */
const GENERAL_NAMES: Record<string, string[]> = {
  lathe: ['lathe', 'turning centre', 'turning center'],
  'machining centre': ['machining centre', 'machining center', 'drill-tap'],
  'machining center': ['machining centre', 'machining center', 'drill-tap'],
  cnc: ['cnc', 'turning centre', 'machining centre', 'turning center', 'machining center'],
}

/** A trade name as tokens, and the names of the same thing, itself first, each as a list of tokens. */
interface Phrase {
  phrase: string
  alternatives: string[][]
}

/** The trade words of a site in the forms in which searches use them. */
export class TradeNames {
  readonly #rows: readonly (readonly string[])[]
  /** Names of two words and more. */
  readonly #longNames: string[]
  /** All names, the longest first. */
  readonly phrases: readonly Phrase[]
  /** The names of one word, by their stems: 'modernise' is 'modernisation'. */
  readonly byStem: ReadonlyMap<string, string[][]>

  /** Each row has the names of one thing, separated by commas. */
  constructor(rows: readonly string[] = DEFAULT_TRADE_WORDS) {
    // Names that consist of other characters are in no text, and a null character is refused by the search index.
    this.#rows = rows.map((row) =>
      splitTradeWords(fold(row.replace(/\p{Cc}/gu, ' '))).filter((name) => toTokens(name).trim() !== ''),
    )
    this.#longNames = this.#rows.flat().filter((name) => name.includes(' '))
    this.phrases = this.#rows
      .flatMap((names) =>
        names.map((name) => ({
          phrase: toTokens(name).trim(),
          alternatives: [name, ...names.filter((other) => other !== name)].map(toPhrase),
        })),
      )
      .sort((a, b) => b.phrase.length - a.phrase.length)
    this.byStem = new Map(
      this.phrases
        .filter(({ phrase }) => !phrase.includes(' '))
        .map(({ phrase, alternatives }) => [toStem(phrase), alternatives]),
    )
  }

  /** Whether a text is one of the names, in which no word is left out: 'screw machine'. */
  has(text: string): boolean {
    return this.#rows.some((names) => names.includes(text))
  }

  /** Other names for the thing searched, folded. Empty for most searches. */
  findSynonyms(search: string): string[] {
    const text = fold(search)
    const row = this.#rows.find((names) => names.some((name) => text === name || text === `${name}s`))
    return (row ?? []).filter((name) => name !== text && !text.includes(name))
  }

  /** The other names of a misspelt trade name: 'ball screw' for 'balscrew'. */
  findMisspelt(word: string): string[][] {
    if (word.length < MIN_MISSPELT) return []
    const isMeant = ({ phrase }: Phrase) => editDistance(phrase.replaceAll(' ', ''), word, 1) <= 1
    return this.phrases.find(isMeant)?.alternatives ?? []
  }

  /** A word, or the other names and spellings of what it means: 'toolpost' → 'tool post'. */
  toNames(word: string): string[] {
    return [...new Set([...toSpellings(word), ...this.findSynonyms(word)])]
  }

  /** The words of a search with general names among them as groups. Empty if there are none, or a special name contains it. */
  toGeneralGroups(search: string): string[][] {
    let text = ` ${normalizeQuery(search)} `
    const groups: string[][] = []
    for (const name of this.#longNames) if (!GENERAL_NAMES[name] && text.includes(` ${name} `)) return []
    for (const [name, names] of Object.entries(GENERAL_NAMES)) {
      if (!text.includes(` ${name} `)) continue
      text = text.replace(` ${name} `, '  ')
      groups.push(names)
    }
    if (groups.length === 0) return []
    return [...groups, ...extractWords(text).map((word) => this.toNames(word))].slice(0, MAX_GROUPS)
  }
}

function toPhrase(name: string): string[] {
  const tokens = toTokens(name).trim().split(' ')
  return tokens.some((token) => NUMBER.test(token) || token.length === 1) ? [tokens.join(' ')] : tokens
}
