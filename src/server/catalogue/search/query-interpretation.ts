import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { isComplete, NO_HITS, type SearchHits } from '#server/database/item-search.ts'
import { fold } from '#server/kernel/text.ts'
import { findHits, findTextHits, hasExactCode, hasMatches } from '../listing/store-lists.ts'
import { findSimilarWords } from './derived-data.ts'
import {
  extractWords,
  findNearestWords,
  findSynonyms,
  getEditTolerance,
  normalizeQuery,
  parseQuery,
  parseWithoutSeparators,
  type SearchCriteria,
} from './query-parsing.ts'

const MAX_WORDS = 8
const MAX_TERMS = 3

/** How a search is answered. */
export interface InterpretedQuery {
  criteria: SearchCriteria
  /** What was looked for where nothing contains the search itself. */
  rewrittenAs?: string
}

/**
 * What somebody who typed this wants to see of one kind (decision 0107): what contains it as it stands; else the same
 * letters without gaps; else the same in the catalogue's words; else what the trade also calls it; else the words by
 * themselves, misspelt ones read as the nearest known word. `undefined` for an empty search. The search as typed is the
 * answer when nothing else helps.
 */
export async function interpretQuery(
  db: Db,
  kind: Kind,
  search: string,
): Promise<InterpretedQuery | undefined> {
  const typedCriteria = parseQuery(search)
  if (!typedCriteria) return undefined
  const words = extractQueryWords(search)
  const wordGroups = words.length > 1 ? words.map((word) => [word]) : []
  const pendingTextHits = findTextHits(db, kind, typedCriteria.text, wordGroups)
  const compactCriteria = parseWithoutSeparators(search)
  const exactMatch =
    (await matchExact(
      db,
      kind,
      typedCriteria,
      pendingTextHits.then(({ byText }) => byText),
    )) ??
    (compactCriteria && (await matchExact(db, kind, compactCriteria)))
  if (exactMatch) return { criteria: exactMatch }
  for (const name of findAlternativeNames(search)) {
    const met = await matchExact(db, kind, { text: name })
    if (met) return { criteria: met, rewrittenAs: name }
  }
  const { byWords } = await pendingTextHits
  const met =
    (await matchWordGroups(db, kind, wordGroups, byWords)) ??
    (await matchWordGroups(db, kind, await findSpellingCandidates(db, words)))
  if (met) return met
  if (words.length === 0 && isKindName(kind, typedCriteria.text))
    return { criteria: {}, rewrittenAs: 'everything' }
  return { criteria: typedCriteria }
}

/**
 * That of a text and a code which something contains: looking for the other once more would cost and find nothing.
 * `lookingForText`: what contains the text, where somebody is asking already.
 */
async function matchExact(
  db: Db,
  kind: Kind,
  { text, code }: SearchCriteria,
  pendingTextHits?: Promise<SearchHits>,
): Promise<SearchCriteria | undefined> {
  const [byText, byCode] = await Promise.all([
    pendingTextHits ?? (text === undefined ? NO_HITS : findHits(db, kind, { text })),
    code === undefined ? NO_HITS : findHits(db, kind, { code }),
  ])
  if (byText.total === 0 && byCode.total === 0) return undefined
  const matched: SearchCriteria = { ...(byText.total !== 0 && { text }) }
  if (code !== undefined && byCode.total !== 0) {
    matched.code = code
    matched.isExactCode = await hasExactCode(db, kind, { code, found: byCode })
  }
  return { ...matched, hits: mergeHits(byText, byCode) }
}

/** What one or the other found. */
function mergeHits(a: SearchHits, b: SearchHits): SearchHits {
  if (a.total === 0) return b
  if (b.total === 0) return a
  const sortKeys = isComplete(a) && isComplete(b) ? [...new Set([...a.sortKeys, ...b.sortKeys])] : []
  return { sortKeys: sortKeys.sort((one, other) => one - other), total: sortKeys.length || undefined }
}

/** What holds one word of every group, if any is more than a letter; `known` where somebody has asked. */
async function matchWordGroups(
  db: Db,
  kind: Kind,
  wordGroups: string[][],
  knownHits?: SearchHits,
): Promise<InterpretedQuery | undefined> {
  if (wordGroups.every((group) => group.every(isSingleCharacter))) return undefined
  const hits = knownHits ?? (await findHits(db, kind, { wordGroups }))
  if (hits.total === 0) return undefined
  return { criteria: { wordGroups, hits }, rewrittenAs: wordGroups.map(([word]) => word).join(' ') }
}

const isSingleCharacter = (word: string) => [...word].length === 1

/** The words that a search is about, as a catalogue has them. */
const extractQueryWords = (search: string) => extractWords(normalizeQuery(search)).slice(0, MAX_WORDS)

/**
 * What may be looked for in place of a search: the same in the catalogue's words, where it is about anything, and what the
 * trade also calls it.
 */
function findAlternativeNames(search: string): string[] {
  const reworded = extractQueryWords(search).length > 0 ? [normalizeQuery(search)] : []
  const names = new Set([...reworded, ...findSynonyms(search)])
  names.delete(fold(search))
  return [...names]
}

/** Whoever searches the machines for 'machines' wants to see them. */
const isKindName = (kind: Kind, text = '') => KIND_NAME_PATTERNS[kind].test(text)
const KIND_NAME_PATTERNS: Record<Kind, RegExp> = {
  machine: /machine/,
  spare: /spare|part/,
  service: /service/,
}

/** Other spellings and names under which something is found, best first. */
export async function findAlternativeTerms(db: Db, search: string): Promise<string[]> {
  const typedCriteria = parseQuery(search)
  if (!typedCriteria) return []
  const spellings = (await hasMatches(db, undefined, typedCriteria))
    ? []
    : await findCorrectedQueries(db, search)
  const terms: string[] = []
  for (const term of new Set([...findAlternativeNames(search), ...spellings])) {
    if (terms.length < MAX_TERMS && (await hasMatches(db, undefined, { text: term }))) terms.push(term)
  }
  return terms
}

async function findCorrectedQueries(db: Db, search: string): Promise<string[]> {
  const wordGroups = await findSpellingCandidates(db, extractQueryWords(search))
  const phrase = wordGroups.map(([word]) => word).join(' ')
  return wordGroups.length > 0 ? [phrase, ...findSynonyms(phrase)] : []
}

/** Every word with what it may have meant; words that mean nothing here are left out. */
async function findSpellingCandidates(db: Db, words: string[]): Promise<string[][]> {
  const groups = await Promise.all(
    words.map(async (word) =>
      (await hasMatches(db, undefined, { wordGroups: [[word]] }))
        ? [word]
        : findNearestWords(word, await findSimilarWords(db, word, getEditTolerance(word))),
    ),
  )
  return groups.filter((group) => group.length > 0)
}
