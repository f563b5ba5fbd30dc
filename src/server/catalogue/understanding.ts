import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/open.ts'
import {
  asTyped,
  type Matching,
  nearestWords,
  synonymsOf,
  toleratedEdits,
  withoutGaps,
  wordsOf,
} from './search.ts'
import { anyMatch, hasWholeCode } from './store.ts'
import { similarWords } from './store-derived.ts'

const MOST_WORDS = 8
const MOST_TERMS = 3

/** How a search is answered. */
export interface Understanding {
  matching: Matching
  /** What was looked for where nothing contains the search itself. */
  instead?: string
}

/**
 * What somebody who typed this wants to see of one kind (decision 0107): what contains it as it stands; else the same
 * letters without gaps; else what the trade also calls it; else the words by themselves, misspelt ones read as the
 * nearest known word. `undefined` for an empty search. The search as typed is the answer when nothing else helps.
 */
export async function understand(db: Db, kind: Kind, search: string): Promise<Understanding | undefined> {
  const typed = asTyped(search)
  if (!typed) return undefined
  for (const matching of [typed, withoutGaps(search)]) {
    if (!matching) continue
    const [isMet, isWholeCode] = await Promise.all([
      anyMatch(db, kind, matching),
      hasWholeCode(db, kind, matching),
    ])
    if (isMet) return { matching: { ...matching, isWholeCode } }
  }
  for (const name of synonymsOf(search)) {
    if (await anyMatch(db, kind, { text: name })) return { matching: { text: name }, instead: name }
  }
  const groups = await spelled(db, wordsOf(search).slice(0, MOST_WORDS))
  if (groups.length > 0 && (await anyMatch(db, kind, { groups }))) {
    return { matching: { groups }, instead: groups.map(([word]) => word).join(' ') }
  }
  if (wordsOf(search).length === 0 && synonymOfKind(kind, typed.text))
    return { matching: {}, instead: 'everything' }
  return { matching: typed }
}

/** Whoever searches the machines for 'machines' wants to see them. */
const synonymOfKind = (kind: Kind, text = '') => NAMES_OF_KINDS[kind].test(text)
const NAMES_OF_KINDS: Record<Kind, RegExp> = {
  machine: /machine/,
  spare: /spare|part/,
  service: /service/,
}

/** Other spellings and names under which something is found, best first. */
export async function otherTerms(db: Db, search: string): Promise<string[]> {
  const typed = asTyped(search)
  if (!typed) return []
  const spellings = (await anyMatch(db, undefined, typed)) ? [] : await corrected(db, search)
  const terms: string[] = []
  for (const term of [...synonymsOf(search), ...spellings]) {
    if (terms.length < MOST_TERMS && (await anyMatch(db, undefined, { text: term }))) terms.push(term)
  }
  return terms
}

async function corrected(db: Db, search: string): Promise<string[]> {
  const groups = await spelled(db, wordsOf(search).slice(0, MOST_WORDS))
  const phrase = groups.map(([word]) => word).join(' ')
  return groups.length > 0 ? [phrase, ...synonymsOf(phrase)] : []
}

/** Every word with what it may have meant; words that mean nothing here are left out. */
async function spelled(db: Db, words: string[]): Promise<string[][]> {
  const groups: string[][] = []
  for (const word of words) {
    if (await anyMatch(db, undefined, { groups: [[word]] })) groups.push([word])
    else {
      const meant = nearestWords(word, await similarWords(db, word, toleratedEdits(word)))
      if (meant.length > 0) groups.push(meant)
    }
  }
  return groups
}
