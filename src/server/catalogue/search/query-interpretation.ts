import type { Kind } from '#contracts/item/kind.ts'
import { fold, toAlphanumericKey } from '#server/kernel/text.ts'
import { NUMBER_WORDS } from './quantities/quantity-query.ts'
import { parseQuery, parseWithoutSeparators } from './query-parsing.ts'
import { extractWords, normalizeQuery } from './query-words.ts'
import { rankItems, scoreItems } from './relevance/store-relevance.ts'
import { findHits, hasHits, type SearchCriteria } from './store-hits.ts'
import { asksForParts, findMachineParts, type MachineParts, namesSpareParts } from './store-machine-parts.ts'
import type { ListSource } from './store-row-sets.ts'
import { findSimilarPartNumber } from './store-similar-codes.ts'
import { findSpellings } from './store-spellings.ts'
import { toSpellings } from './trade-names.ts'

const MAX_WORDS = 8
const MAX_TERMS = 3

/** The meaning of a visitor's search. */
export interface InterpretedQuery {
  criteria: SearchCriteria
  /** The query that was used, if it differs from the one entered. */
  rewrittenAs?: string
  /** Words that the first items lack. */
  ignored?: string[]
}

/** The criteria of a search that no item of the kind matches. */
export const NOTHING: SearchCriteria = { rowIds: [] }

/** A search among the items of one kind. */
interface Query {
  source: ListSource
  kind: Kind
  search: string
  /** The text, and the code if it has a digit. */
  typed: SearchCriteria & { text: string }
  /** Up to eight folded words, without stop words. */
  words: string[]
  /** The parts of a machine that the search names. */
  getMachineParts: () => Promise<MachineParts | undefined>
}

interface Strategy {
  /** Whether a search may mean this; every search if there is none. */
  pattern?: (query: Query) => boolean
  /** What a search with this pattern means, the likeliest first. */
  interpret: (query: Query) => InterpretedQuery[] | Promise<InterpretedQuery[]>
  meaning: string
  /** A search that is decided by this strategy, in the demo catalogue. */
  example: [kind: Kind, search: string]
}

const isOfMachines = ({ kind }: Query): boolean => kind === 'machine'
const isOfSpares = ({ kind }: Query): boolean => kind === 'spare'
const hasDigit = ({ typed }: Query): boolean => /\d/.test(typed.text)

/** The first meaning that items of the kind have decides (decision 0107). */
export const STRATEGIES = {
  'parts among machines': {
    pattern: (query) => isOfMachines(query) && namesSpareParts(query.search),
    meaning: 'no machine, so that the catalogue shows the parts in their tab, unless one has this text',
    example: ['machine', 'parts for CL 40'],
    interpret: async ({ source, typed: { text }, getMachineParts }) =>
      !(await hasHits(source, { text }, ['machine'])) && (await getMachineParts())
        ? [{ criteria: NOTHING }]
        : [],
  },
  'name of a machine': {
    pattern: (query) => isOfSpares(query) && hasDigit(query),
    meaning: 'the parts that fit the machine of which the search is the name',
    example: ['spare', 'CL 40'],
    interpret: async (query) =>
      (await query.getMachineParts())?.words.length === 0 ? readMachineParts(query) : [],
  },
  'written forms': {
    pattern: ({ search }) => listWrittenForms(search).length > 0,
    meaning: 'one to three words, in the singular or the plural, apart, with a hyphen or as one',
    example: ['spare', 'vee belts'],
    interpret: ({ search }) => {
      const forms = listWrittenForms(search)
      const [first = ''] = forms
      return [{ criteria: { wordGroups: [forms] }, ...(first !== fold(search) && { rewrittenAs: first }) }]
    },
  },
  exact: {
    meaning: 'the text, or the code, as typed; an exact code comes first',
    example: ['spare', 'KMT-CO-2512'],
    interpret: ({ typed }) => [{ criteria: typed }],
  },
  'count of the kind': {
    pattern: ({ words, typed }) => words.length === 1 && COUNT_OF_KIND.test(typed.text),
    meaning: 'all items of the kind, or none of another kind',
    example: ['machine', '5 machines'],
    interpret: (query) => [...readNameOfKind(query), { criteria: NOTHING }],
  },
  'without separators': {
    meaning: 'codes and names with these letters and digits',
    example: ['spare', 'ballscrew'],
    interpret: ({ search }) => {
      const criteria = parseWithoutSeparators(search)
      return criteria ? [{ criteria }] : []
    },
  },
  'catalogue wording': {
    meaning: 'sizes as the catalogue writes them, and words beside them in the singular',
    example: ['spare', '40x12 mm'],
    interpret: ({ search }) => toCatalogueWording(search).map(toTextQuery),
  },
  'parts of a machine': {
    pattern: (query) => isOfSpares(query) && asksForParts(query.search),
    meaning: 'the parts that fit a machine and contain the other words',
    example: ['spare', 'collet for CL 40'],
    interpret: readMachineParts,
  },
  'all words': {
    pattern: ({ words }) => words.length > 1,
    meaning: 'every word, in any order; words of one or two characters at the beginning of a word',
    example: ['machine', 'lathe turret'],
    interpret: ({ words }) => readWordGroups(words.map(toSpellings)),
  },
  'similar part number': {
    pattern: hasDigit,
    meaning:
      'the part number with neighbouring characters exchanged in up to two places, or one other letter',
    example: ['spare', 'KTM-CO-2512'],
    interpret: async ({ source, kind, search }) => {
      const partNumber = await findSimilarPartNumber(source, kind, search)
      if (partNumber === undefined) return []
      return [{ criteria: { code: toAlphanumericKey(partNumber) }, rewrittenAs: partNumber }]
    },
  },
  'machine beside words': {
    pattern: (query) => isOfSpares(query) && hasDigit(query),
    meaning: 'the parts that fit a machine and contain the other words',
    example: ['spare', 'collet cl40'],
    interpret: readMachineParts,
  },
  'code beside words': {
    pattern: hasDigit,
    meaning: 'the item whose code some consecutive words contain',
    example: ['spare', 'part no. KMT CO/2512'],
    interpret: ({ search }) => listCodes(search).map((code) => ({ criteria: { code }, rewrittenAs: code })),
  },
  'beginning of a part number': {
    pattern: (query) => isOfSpares(query) && PART_NUMBER.test(query.typed.text),
    meaning: 'the parts whose numbers contain the beginning of an unknown one',
    example: ['spare', 'KMT-CO-2516'],
    interpret: ({ typed }) => listBeginnings(typed.text),
  },
  'most words': {
    pattern: ({ words }) => words.length > 0,
    meaning:
      'the items with most of what the search says: rare words and names count more than frequent words and texts',
    example: ['machine', 'turet lahte with brake'],
    interpret: readMostWords,
  },
  'name of the kind': {
    pattern: ({ words }) => words.length === 0,
    meaning: 'all items of the kind',
    example: ['machine', 'buy machines'],
    interpret: readNameOfKind,
  },
} satisfies Record<string, Strategy>

export type StrategyName = keyof typeof STRATEGIES

/** The meaning of a search among the items of one kind, and the strategy that decided. Undefined if the search is empty. */
export async function interpretQuery(
  source: ListSource,
  kind: Kind,
  search: string,
): Promise<(InterpretedQuery & { strategy?: StrategyName }) | undefined> {
  const typed = parseQuery(search)
  if (!typed) return undefined
  let machineParts: Promise<MachineParts | undefined> | undefined
  const query: Query = {
    ...{ source, kind, search, typed, words: extractQueryWords(search) },
    getMachineParts: () => (machineParts ??= findMachineParts(source, search)),
  }
  for (const [strategy, { pattern, interpret }] of Object.entries<Strategy>(STRATEGIES)) {
    if (pattern && !pattern(query)) continue
    for (const meaning of await interpret(query))
      if (meaning.criteria === NOTHING || (await hasHits(source, meaning.criteria, [kind])))
        return { ...(await addScores(source, kind, search, meaning)), strategy: strategy as StrategyName }
  }
  return { criteria: NOTHING }
}

/** Adds how well each item answers the search, by which the list is ordered. */
async function addScores<Meaning extends InterpretedQuery>(
  source: ListSource,
  kind: Kind,
  search: string,
  meaning: Meaning,
): Promise<Meaning> {
  const hits = await findHits(source, kind, meaning.criteria)
  if (hits.size() < 2) return meaning
  const scores = await scoreItems(source, kind, search, hits)
  return { ...meaning, criteria: { ...meaning.criteria, scores } }
}

/** The meaning of the words beside a quantity, where a general name such as 'lathe' includes all that are one. */
export async function interpretWords(
  source: ListSource,
  kind: Kind,
  search: string,
): Promise<InterpretedQuery | undefined> {
  const wordGroups = kind === 'machine' ? source.tradeNames.toGeneralGroups(search) : []
  if (wordGroups.length > 0 && (await hasHits(source, { wordGroups }, [kind])))
    return addScores(source, kind, search, { criteria: { wordGroups } })
  return interpretQuery(source, kind, search)
}

const COUNT_OF_KIND = new RegExp(
  String.raw`(?<![^ ])(?:\d{1,4}|${NUMBER_WORDS.join('|')}) (?:spare )?(?:machine|part|spare|service)s?$`,
)
const NAMES_OF_KINDS: Record<Kind, RegExp> = { machine: /machine/, spare: /spare|part/, service: /service/ }

function readNameOfKind({ kind, typed }: Query): InterpretedQuery[] {
  return NAMES_OF_KINDS[kind].test(typed.text) ? [{ criteria: {}, rewrittenAs: 'everything' }] : []
}

const MAX_FORM_WORDS = 3
const PLAIN_WORD = /^[a-z]{3,}$/

/**
 * What catalogues write for words without digits: 'vee belt', 'vee-belt' and 'veebelt' for 'vee belts'. Each text with the plural
 * contains the singular. None for a single word in the singular, which stands for itself.
 */
function listWrittenForms(search: string): string[] {
  const words = normalizeQuery(search).split(' ')
  if (words.length > MAX_FORM_WORDS || !words.every((word) => PLAIN_WORD.test(word))) return []
  if (words.length > 1) return [' ', '-', ''].map((separator) => words.join(separator))
  return words[0] === fold(search) ? [] : words
}

const toTextQuery = (text: string): InterpretedQuery => ({ criteria: { text }, rewrittenAs: text })

/** Single characters are not searched alone: they would match nearly every item. */
function readWordGroups(wordGroups: string[][]): InterpretedQuery[] {
  if (wordGroups.flat().every((word) => [...word].length === 1)) return []
  const rewrittenAs = wordGroups.map(([word]) => word).join(' ')
  return [{ criteria: { wordGroups }, rewrittenAs }]
}

async function readMachineParts({ getMachineParts }: Pick<Query, 'getMachineParts'>) {
  const found = await getMachineParts()
  if (!found) return []
  const { machine, words, rowIds } = found
  return [
    {
      criteria: { rowIds },
      rewrittenAs: `${words.join(' ') || 'parts'} for ${machine.name}`,
    },
  ]
}

const MIN_CODE_LENGTH = 6
const MAX_CODES = 6

/** What consecutive words of a search may be as a code, the longest first: 'kmtco2512' of 'part no. KMT CO/2512'. */
function listCodes(search: string): string[] {
  const words = fold(search).split(' ').slice(0, MAX_WORDS)
  return words
    .flatMap((_, start) => words.slice(start).map((_each, index) => words.slice(start, start + index + 1)))
    .map((span) => toAlphanumericKey(span.join('')))
    .filter((key) => key.length >= MIN_CODE_LENGTH && /\p{L}{2}/u.test(key) && /\d{4}/.test(key))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_CODES)
}

/** A part number alone. */
const PART_NUMBER = /^\p{L}{2,4}-\p{L}{1,4}-?\d{2,6}$/u
const MIN_BEGINNING = 5

/** The beginnings of a part number, the longest first. */
function listBeginnings(partNumber: string): InterpretedQuery[] {
  const beginnings = Array.from(partNumber, (_, index) => partNumber.slice(0, -1 - index))
  return beginnings.flatMap((beginning) => {
    const code = toAlphanumericKey(beginning)
    if (code.length < MIN_BEGINNING) return []
    return [{ criteria: { code }, rewrittenAs: `${beginning.toUpperCase()}…`, ignored: [partNumber] }]
  })
}

async function readMostWords({ source, kind, search }: Query): Promise<InterpretedQuery[]> {
  const ranking = await rankItems(source, kind, search)
  if (!ranking) return []
  const { rowIds, found, ignored } = ranking
  return [{ criteria: { rowIds }, rewrittenAs: found.join(' '), ignored }]
}

const extractQueryWords = (search: string) => extractWords(normalizeQuery(search)).slice(0, MAX_WORDS)

/** The query as the catalogue would word it, if that differs and it contains any word. */
function toCatalogueWording(search: string): string[] {
  const wording = normalizeQuery(search)
  return wording !== fold(search) && extractQueryWords(search).length > 0 ? [wording] : []
}

/** Up to three other spellings and names that have hits of any kind, the best first. */
export async function findAlternativeTerms(source: ListSource, search: string): Promise<string[]> {
  const typed = parseQuery(search)
  if (!typed) return []
  const spellings = (await hasHits(source, typed)) ? [] : await findCorrectedQueries(source, search)
  const terms: string[] = []
  for (const term of new Set([
    ...toCatalogueWording(search),
    ...source.tradeNames.findSynonyms(search),
    ...spellings,
  ])) {
    if (terms.length < MAX_TERMS && (await hasHits(source, { text: term }))) terms.push(term)
  }
  return terms
}

async function findCorrectedQueries(source: ListSource, search: string): Promise<string[]> {
  const wordGroups = await findSpellings(source, extractQueryWords(search))
  const phrase = wordGroups.map(([word]) => word).join(' ')
  return wordGroups.length > 0 ? [phrase, ...source.tradeNames.findSynonyms(phrase)] : []
}
