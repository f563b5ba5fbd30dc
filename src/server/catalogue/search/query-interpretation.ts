import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { isComplete, NO_HITS, type SearchHits } from '#server/database/search/search-index.ts'
import { fold, toAlphanumericKey } from '#server/kernel/text.ts'
import { findSimilarWords } from './derived-data.ts'
import { asksForParts, findMachineParts, namesSpareParts } from './machine-parts.ts'
import { NUMBER_WORDS } from './quantity-query.ts'
import {
  extractWords,
  findNearestWords,
  getEditTolerance,
  normalizeQuery,
  parseQuery,
  parseWithoutSeparators,
} from './query-parsing.ts'
import type { SearchCriteria } from './search-criteria.ts'
import { findSimilarPartNumber } from './similar-codes.ts'
import { isSufficient, parseTerms, rateItem, type SpecificationTerm } from './specification-terms.ts'
import { findHits, findTypedHits, hasExactCode, hasHits } from './store-hits.ts'
import { findCandidatesByOtherWords, findSpecificationCandidates } from './store-specification-hits.ts'
import {
  findSynonyms,
  toBritish,
  toGeneralGroups,
  toNames,
  toSpellings,
  toTradeGroups,
  toTypeGroups,
} from './synonyms.ts'

const MAX_WORDS = 8
const MAX_TERMS = 3

/** The interpretation of a visitor's search. */
export interface InterpretedQuery {
  /** The criteria of the search. */
  criteria: SearchCriteria
  /** The hits; undefined if every item matches. */
  hits?: SearchHits
  /** The query that was used, if it differs from the one entered. */
  rewrittenAs?: string
}

interface Query {
  db: Db
  kind: Kind
  search: string
  typed: SearchCriteria & { text: string }
  /** Searches for the text as typed, once for all strategies. */
  findTypedHits: () => ReturnType<typeof findTypedHits>
  /** Up to eight folded words, without stop words. */
  words: string[]
  /** One group for each of the words, if there are at least two. */
  wordGroups: string[][]
}

/** Returns undefined if its interpretation of the query has no hits. */
type Strategy = (query: Query) => Promise<InterpretedQuery | undefined>

/** The first strategy with hits decides (decision 0107); the first one decides that there are none. */
const STRATEGIES: Strategy[] = [
  // 'parts for CL 40' among the machines: the catalogue then shows the parts, which are in another tab.
  matchNoMachine,
  // A machine among the parts: 'CL 40' for the parts that fit it.
  matchPartsOfNamedMachine,
  // Exact, 'KMT-CO-2512': text or code as typed.
  (query) =>
    matchTextOrCode(
      query,
      query.typed,
      query.findTypedHits().then(({ phraseHits }) => phraseHits),
    ),
  // A count of the kind: '5 machines' among the machines means all of them.
  matchCountOfKind,
  // Without separators: 'ballscrew' for 'Ball Screw', 'CL25' for 'CL 25'.
  (query) => matchTextOrCode(query, parseWithoutSeparators(query.search) ?? {}),
  // Catalogue wording: 'capstan lathes' for 'Capstan Lathe', '40x10' for '40 × 10'.
  (query) => matchFirstTerm(query, toCatalogueWording(query.search)),
  // Synonyms: 'capstan turret' for 'Capstan Lathe'.
  (query) => matchFirstTerm(query, findSynonyms(query.search)),
  // Parts of a machine: 'parts for CL 40' for the parts that fit it.
  (query) => (asksForParts(query.search) ? matchMachineParts(query) : Promise.resolve(undefined)),
  // Trade words within a search: 'cnc lathe with driven tools' for 'turning centre' and 'live tool'.
  (query) => matchWordGroups(query, toTradeGroups(query.search)),
  // All words: 'lathe turret' for 'Turret Lathe'.
  async (query) => matchWordGroups(query, query.wordGroups, (await query.findTypedHits()).wordHits),
  // Similar part number: 'KTM-BP-B68' for 'KMT-BP-B68'.
  matchSimilarPartNumber,
  // Parts of a machine in other words: 'collet cl40'.
  matchMachineParts,
  // A part number beside words: 'part no. KMT BP/B-68'.
  matchCodeWithinWords,
  // Specifications: '42mm' for an item with 'Bar capacity: 42 mm'.
  async (query) =>
    (await matchSpecifications(query)) ??
    (toBritish(query.search) === fold(query.search)
      ? undefined
      : matchSpecifications({ ...query, search: toBritish(query.search) })),
  // Types in other forms: 'b-68 v-belt' for 'Vee-belt Set, B 68', 'morse taper 2' for 'MT 2'.
  (query) => matchWordGroups(query, toTypeGroups(query.search)),
  // Corrected spelling: 'turet lahte' for 'Turret Lathe'.
  matchCorrectedSpelling,
  // Words of which one is in the specifications alone: 'cnc training'.
  (query) => matchSpecifications(query, findCandidatesByOtherWords),
  // Name of the kind: 'machines' among the machines means all of them.
  matchNameOfKind,
]

/** The meaning of a search among the items of one kind. Undefined if the search is empty. */
export async function interpretQuery(
  db: Db,
  kind: Kind,
  search: string,
): Promise<InterpretedQuery | undefined> {
  const typed = parseQuery(search)
  if (!typed) return undefined
  const words = extractQueryWords(search)
  const wordGroups = words.length > 1 ? words.map(toSpellings) : []
  let typedHits: ReturnType<typeof findTypedHits> | undefined
  const query: Query = {
    ...{ db, kind, search, typed, words, wordGroups },
    findTypedHits: () => (typedHits ??= findTypedHits(db, kind, typed.text, wordGroups)),
  }
  for (const strategy of STRATEGIES) {
    const interpreted = await strategy(query)
    if (interpreted) return interpreted
  }
  return { criteria: typed, hits: NO_HITS }
}

/** The meaning of the words beside a quantity, where a general name such as 'lathe' includes all that are one. */
export async function interpretWords(
  db: Db,
  kind: Kind,
  search: string,
): Promise<InterpretedQuery | undefined> {
  const groups = kind === 'machine' ? toGeneralGroups(search) : []
  const hits = groups.length > 0 ? await findHits(db, kind, { wordGroups: groups }) : NO_HITS
  if (hits.total !== 0) return { criteria: { wordGroups: groups }, hits }
  return interpretQuery(db, kind, search)
}

async function matchNameOfKind({ db, kind, typed, words }: Query) {
  if (words.length > 0 || !KIND_NAME_PATTERNS[kind].test(typed.text)) return undefined
  const hits = await findHits(db, kind, {})
  return hits.total === 0 ? undefined : { criteria: {}, rewrittenAs: 'everything' }
}

const COUNT_OF_KIND = new RegExp(
  String.raw`(?<![^ ])(?:\d{1,4}|${NUMBER_WORDS.join('|')}) (?:spare )?(?:machine|part|spare|service)s?$`,
)

/** A count beside nothing but the name of a kind means as much as the name alone. */
async function matchCountOfKind(query: Query) {
  if (query.words.length !== 1 || !COUNT_OF_KIND.test(query.typed.text)) return undefined
  return (await matchNameOfKind({ ...query, words: [] })) ?? { criteria: query.typed, hits: NO_HITS }
}

const KIND_NAME_PATTERNS: Record<Kind, RegExp> = {
  machine: /machine/,
  spare: /spare|part/,
  service: /service/,
}

/** Returns only those of text and code that have hits: the other would cost time in every following query. */
async function matchTextOrCode(
  { db, kind }: Query,
  { text, code }: SearchCriteria,
  pendingTextHits?: Promise<SearchHits>,
): Promise<InterpretedQuery | undefined> {
  const [textHits, codeHits] = await Promise.all([
    pendingTextHits ?? (text === undefined ? NO_HITS : findHits(db, kind, { text })),
    code === undefined ? NO_HITS : findHits(db, kind, { code }),
  ])
  if (textHits.total === 0 && codeHits.total === 0) return undefined
  const criteria: SearchCriteria = {
    ...(text !== undefined && textHits.total !== 0 && { text }),
    ...(code !== undefined &&
      codeHits.total !== 0 && { code, exactCodeFirst: await hasExactCode(db, kind, code, codeHits) }),
  }
  return { criteria, hits: mergeHits(textHits, codeHits) }
}

/** The keys of a union are known only if both sides are complete. */
function mergeHits(a: SearchHits, b: SearchHits): SearchHits {
  if (a.total === 0) return b
  if (b.total === 0) return a
  if (!isComplete(a) || !isComplete(b)) return { sortKeys: [], total: undefined }
  const sortKeys = [...new Set([...a.sortKeys, ...b.sortKeys])].sort((one, other) => one - other)
  return { sortKeys, total: sortKeys.length }
}

async function matchFirstTerm(query: Query, terms: string[]): Promise<InterpretedQuery | undefined> {
  for (const term of terms) {
    const match = await matchTextOrCode(query, { text: term })
    if (match) return { ...match, rewrittenAs: term }
  }
  return undefined
}

/** Single characters are not searched alone: they would match nearly every item. */
async function matchWordGroups(
  { db, kind }: Query,
  wordGroups: string[][],
  knownHits?: SearchHits,
): Promise<InterpretedQuery | undefined> {
  if (wordGroups.flat().every((word) => [...word].length === 1)) return undefined
  const hits = knownHits ?? (await findHits(db, kind, { wordGroups }))
  if (hits.total === 0) return undefined
  const criteria = { wordGroups, ...(isComplete(hits) && { firstInName: wordGroups }) }
  return { criteria, hits, rewrittenAs: wordGroups.map(([word]) => word).join(' ') }
}

async function matchSimilarPartNumber(query: Query): Promise<InterpretedQuery | undefined> {
  const partNumber = await findSimilarPartNumber(query.db, query.kind, query.search)
  if (partNumber === undefined) return undefined
  const match = await matchTextOrCode(query, { code: toAlphanumericKey(partNumber) })
  return match && { ...match, rewrittenAs: partNumber }
}

/** No machine at all if a search looks for the parts of one, except for a machine with this text in its name. */
async function matchNoMachine({ db, kind, search, typed, findTypedHits }: Query) {
  if (kind !== 'machine' || !namesSpareParts(search)) return undefined
  const { phraseHits } = await findTypedHits()
  if (phraseHits.total !== 0 || !(await findMachineParts(db, search))) return undefined
  return { criteria: typed, hits: NO_HITS }
}

/** The parts of a machine if a search among the spare parts consists of its name. */
async function matchPartsOfNamedMachine(query: Query): Promise<InterpretedQuery | undefined> {
  if (query.kind !== 'spare' || !/\d/.test(query.search)) return undefined
  const found = await findMachineParts(query.db, query.search)
  if (!found || found.words.length > 0) return undefined
  const { machine, hits } = found
  return {
    criteria: { specificationTerms: `fits ${machine.slug}` },
    hits,
    rewrittenAs: `parts for ${machine.name}`,
  }
}

const MIN_CODE_SPAN_LENGTH = 7
const MAX_CODE_SPANS = 6

/** The item whose code some consecutive words contain. */
async function matchCodeWithinWords(query: Query): Promise<InterpretedQuery | undefined> {
  const words = fold(query.search).split(' ').slice(0, MAX_WORDS)
  const spans = words
    .flatMap((_, start) => words.slice(start).map((_each, index) => words.slice(start, start + index + 1)))
    .map((span) => toAlphanumericKey(span.join('')))
    .filter((key) => key.length >= MIN_CODE_SPAN_LENGTH && /\p{L}{2}/u.test(key) && /\d\d/.test(key))
    .sort((a, b) => b.length - a.length)
  for (const code of spans.slice(0, MAX_CODE_SPANS)) {
    const match = await matchTextOrCode(query, { code })
    if (match) return { ...match, rewrittenAs: code }
  }
  return undefined
}

/** Words with other spellings; a name of a machine beside them counts as in 'headstock gear cl40'. */
async function matchCorrectedSpelling(query: Query): Promise<InterpretedQuery | undefined> {
  const { db, kind, words, search } = query
  const groups = await findSpellingCandidates(db, words)
  if (kind === 'spare' && /\d/.test(search)) {
    const corrected = groups.map(([word]) => word!)
    const numbers = words.filter((word) => /\d/.test(word) && !corrected.includes(word))
    const match = await matchMachineParts({ ...query, search: [...corrected, ...numbers].join(' ') })
    if (match) return match
  }
  // A word that no item has, and none that is similar, is not left out.
  const hasAll = words.every(
    (word) => /\d/.test(word) || word.length < MIN_KNOWN_WORD || groups.length === words.length,
  )
  return hasAll ? matchWordGroups(query, groups) : undefined
}

const MIN_KNOWN_WORD = 3

async function matchMachineParts({ db, kind, search }: Query): Promise<InterpretedQuery | undefined> {
  const found = kind === 'spare' ? await findMachineParts(db, search) : undefined
  if (!found) return undefined
  const { machine, words, hits } = found
  return {
    criteria: {
      specificationTerms: `fits ${machine.slug} ${words.join(' ')}`,
      ...(words.length > 0 && { firstInName: words.map(toNames) }),
    },
    hits,
    rewrittenAs: `${words.join(' ') || 'parts'} for ${machine.name}`,
  }
}

/**
 * The items whose name, description and specifications contain all terms; if there are none, those with most of them.
 * Numbers are never left out.
 */
async function matchSpecifications(
  { db, kind, search }: Query,
  findCandidates = findSpecificationCandidates,
): Promise<InterpretedQuery | undefined> {
  const terms = parseTerms(search)
  const candidates = await findCandidates(db, kind, terms)
  if (candidates.length === 0) return undefined
  const corrections = await findCorrections(db, terms)
  const rated = candidates.flatMap(({ sortKey, text }) => {
    const match = rateItem(text, terms, corrections)
    return match && isSufficient(match.matched, terms) ? [{ sortKey, ...match }] : []
  })
  if (rated.length === 0) return undefined
  const best = Math.max(...rated.map(({ score }) => score))
  const hits = rated.filter(({ score }) => score === best)
  const wordings = new Set(hits.map(({ matched }) => matched.map(({ text }) => text).join(' ')))
  const rewrittenAs = [...wordings].slice(0, MAX_TERMS).join(', ')
  const sortKeys = hits.map(({ sortKey }) => sortKey)
  return {
    criteria: { specificationTerms: terms.map(({ text }) => text).join(' ') },
    hits: { sortKeys, total: sortKeys.length },
    rewrittenAs,
  }
}

/** The accepted spellings of each word. */
async function findCorrections(db: Db, terms: SpecificationTerm[]): Promise<Map<string, string[]>> {
  const words = terms.filter(({ type }) => type === 'word').map(({ text }) => text)
  const entries = words.map(async (word) => {
    const [spellings = [word]] = await findSpellingCandidates(db, [word])
    return [word, spellings] as const
  })
  return new Map(await Promise.all(entries))
}

const extractQueryWords = (search: string) => extractWords(normalizeQuery(search)).slice(0, MAX_WORDS)

/** The query as the catalogue would word it, if that differs and it contains any word. */
function toCatalogueWording(search: string): string[] {
  const wording = normalizeQuery(search)
  return wording !== fold(search) && extractQueryWords(search).length > 0 ? [wording] : []
}

/** Up to three other spellings and names that have hits of any kind, the best first. */
export async function findAlternativeTerms(db: Db, search: string): Promise<string[]> {
  const typed = parseQuery(search)
  if (!typed) return []
  const spellings = (await hasHits(db, typed)) ? [] : await findCorrectedQueries(db, search)
  const terms: string[] = []
  for (const term of new Set([...toCatalogueWording(search), ...findSynonyms(search), ...spellings])) {
    if (terms.length < MAX_TERMS && (await hasHits(db, { text: term }))) terms.push(term)
  }
  return terms
}

async function findCorrectedQueries(db: Db, search: string): Promise<string[]> {
  const wordGroups = await findSpellingCandidates(db, extractQueryWords(search))
  const phrase = wordGroups.map(([word]) => word).join(' ')
  return wordGroups.length > 0 ? [phrase, ...findSynonyms(phrase)] : []
}

/** For each word, itself if it has hits, else the most similar known words. Words without either are left out. */
async function findSpellingCandidates(db: Db, words: string[]): Promise<string[][]> {
  const groups = await Promise.all(
    words.map(async (word) =>
      (await hasHits(db, { wordGroups: [[word]] }))
        ? [word]
        : findNearestWords(word, await findSimilarWords(db, word, getEditTolerance(word))),
    ),
  )
  return groups.filter((group) => group.length > 0)
}
