import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { type Found, isWhole, NOTHING } from '#server/database/search.ts'
import { fold } from '#server/kernel/text.ts'
import {
  asCatalogued,
  asTyped,
  type Matching,
  nearestWords,
  synonymsOf,
  toleratedEdits,
  withoutGaps,
  wordsOf,
} from './search.ts'
import { similarWords } from './store-derived.ts'
import { anyMatch, findPlaces, findText, hasWholeCode } from './store-lists.ts'

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
 * letters without gaps; else the same in the catalogue's words; else what the trade also calls it; else the words by
 * themselves, misspelt ones read as the nearest known word. `undefined` for an empty search. The search as typed is the
 * answer when nothing else helps.
 */
export async function understand(db: Db, kind: Kind, search: string): Promise<Understanding | undefined> {
  const typed = asTyped(search)
  if (!typed) return undefined
  const words = wordsIn(search)
  const wordByWord = words.length > 1 ? words.map((word) => [word]) : []
  const looking = findText(db, kind, typed.text, wordByWord)
  const gapless = withoutGaps(search)
  const meant =
    (await metIn(
      db,
      kind,
      typed,
      looking.then(({ byText }) => byText),
    )) ??
    (gapless && (await metIn(db, kind, gapless)))
  if (meant) return { matching: meant }
  for (const name of otherNames(search)) {
    const met = await metIn(db, kind, { text: name })
    if (met) return { matching: met, instead: name }
  }
  const { byWords } = await looking
  const met =
    (await metInGroups(db, kind, wordByWord, byWords)) ??
    (await metInGroups(db, kind, await spelled(db, words)))
  if (met) return met
  if (words.length === 0 && synonymOfKind(kind, typed.text)) return { matching: {}, instead: 'everything' }
  return { matching: typed }
}

/**
 * That of a text and a code which something contains: looking for the other once more would cost and find nothing.
 * `lookingForText`: what contains the text, where somebody is asking already.
 */
async function metIn(
  db: Db,
  kind: Kind,
  { text, code }: Matching,
  lookingForText?: Promise<Found>,
): Promise<Matching | undefined> {
  const [byText, byCode] = await Promise.all([
    lookingForText ?? (text === undefined ? NOTHING : findPlaces(db, kind, { text })),
    code === undefined ? NOTHING : findPlaces(db, kind, { code }),
  ])
  if (byText.total === 0 && byCode.total === 0) return undefined
  const met: Matching = { ...(byText.total !== 0 && { text }) }
  if (code !== undefined && byCode.total !== 0) {
    met.code = code
    met.isWholeCode = await hasWholeCode(db, kind, { code, found: byCode })
  }
  return { ...met, found: either(byText, byCode) }
}

/** What one or the other found. */
function either(a: Found, b: Found): Found {
  if (a.total === 0) return b
  if (b.total === 0) return a
  const places = isWhole(a) && isWhole(b) ? [...new Set([...a.places, ...b.places])] : []
  return { places: places.sort((one, other) => one - other), total: places.length || undefined }
}

/** What holds one word of every group, if any is more than a letter; `known` where somebody has asked. */
async function metInGroups(
  db: Db,
  kind: Kind,
  groups: string[][],
  known?: Found,
): Promise<Understanding | undefined> {
  if (groups.every((group) => group.every(isLetter))) return undefined
  const found = known ?? (await findPlaces(db, kind, { groups }))
  if (found.total === 0) return undefined
  return { matching: { groups, found }, instead: groups.map(([word]) => word).join(' ') }
}

const isLetter = (word: string) => [...word].length === 1

/** The words that a search is about, as a catalogue has them. */
const wordsIn = (search: string) => wordsOf(asCatalogued(search)).slice(0, MOST_WORDS)

/**
 * What may be looked for in place of a search: the same in the catalogue's words, where it is about anything, and what the
 * trade also calls it.
 */
function otherNames(search: string): string[] {
  const reworded = wordsIn(search).length > 0 ? [asCatalogued(search)] : []
  const names = new Set([...reworded, ...synonymsOf(search)])
  names.delete(fold(search))
  return [...names]
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
  for (const term of new Set([...otherNames(search), ...spellings])) {
    if (terms.length < MOST_TERMS && (await anyMatch(db, undefined, { text: term }))) terms.push(term)
  }
  return terms
}

async function corrected(db: Db, search: string): Promise<string[]> {
  const groups = await spelled(db, wordsIn(search))
  const phrase = groups.map(([word]) => word).join(' ')
  return groups.length > 0 ? [phrase, ...synonymsOf(phrase)] : []
}

/** Every word with what it may have meant; words that mean nothing here are left out. */
async function spelled(db: Db, words: string[]): Promise<string[][]> {
  const groups = await Promise.all(
    words.map(async (word) =>
      (await anyMatch(db, undefined, { groups: [[word]] }))
        ? [word]
        : nearestWords(word, await similarWords(db, word, toleratedEdits(word))),
    ),
  )
  return groups.filter((group) => group.length > 0)
}
