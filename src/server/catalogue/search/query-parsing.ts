import type { SearchHits } from '#server/database/item-search.ts'
import { fold, toAlphanumericKey } from '#server/kernel/text.ts'

/** How items are compared with what somebody typed; with nothing in it, everything matches. */
export interface SearchCriteria {
  /** Name or description contains this, folded (row CAT-3). */
  text?: string
  /** Or a code (part number, name without gaps) contains this. */
  code?: string
  /** There is a code that is this and no more: what has it stands first. */
  isExactCode?: boolean
  /** Instead: each group is met by one of its words. */
  wordGroups?: string[][]
  /** What of it stands in the catalogue, where that was learnt on the way. */
  hits?: SearchHits
}

const MIN_CODE_LENGTH = 4
const STOP_WORDS = new Set(
  'a an and buy for from i in is machine machines mm my need of on or part parts price service services spare spares the to want we with'.split(
    ' ',
  ),
)

/** What buyers and the trade call the same thing; searching one, the others are offered. */
const SYNONYMS = [
  ['capstan lathe', 'turret lathe', 'capstan turret'],
  ['cnc lathe', 'turning centre', 'turning center', 'cnc turning'],
  ['vmc', 'machining centre', 'machining center', 'vertical machining', 'milling machine'],
  ['drill-tap', 'drilling and tapping', 'tapping centre', 'tapping center', 'drill tap'],
  ['single spindle automatic', 'automatic lathe', 'traub', 'sliding head', 'spa'],
  ['collet', 'bush collet', 'spring collet'],
  ['chuck', 'three-jaw', '3 jaw', 'three jaw', 'four-jaw', '4 jaw'],
  ['lead screw', 'leadscrew', 'feed screw'],
  ['ball screw', 'ballscrew'],
  ['vee-belt', 'v belt', 'v-belt', 'vee belt'],
  ['timing belt', 'toothed belt'],
  ['tool post', 'toolpost'],
  ['tool holder', 'toolholder'],
  ['coolant pump', 'suds pump', 'cutting oil pump'],
  ['spindle bearing', 'angular contact bearing'],
  ['maintenance', 'amc', 'annual maintenance', 'service contract', 'breakdown', 'repair'],
  ['reconditioning', 'overhaul', 'rebuild', 'refurbish'],
  ['installation', 'commissioning', 'erection'],
  ['retrofit', 'conversion', 'modernisation', 'modernization'],
]

/** What to look for as typed; a code only where it looks like one. `undefined` when nothing was typed. */
export function parseQuery(search: string): (SearchCriteria & { text: string }) | undefined {
  const text = fold(search)
  if (!text) return undefined
  const code = toAlphanumericKey(search)
  return { text, ...(/\d/.test(code) && code.length >= MIN_CODE_LENGTH && { code }) }
}

/** The same letters without the gaps: 'ballscrew' for 'Ball Screw'; an 'O' behind a figure was meant as a nought. */
export function parseWithoutSeparators(search: string): SearchCriteria | undefined {
  const code = toAlphanumericKey(search).replace(/(?<=\d)o/g, '0')
  return code.length >= MIN_CODE_LENGTH ? { code } : undefined
}

/** The different words of a text that say something, folded. */
export function extractWords(text: string): string[] {
  const words = fold(text)
    .split(/[^\p{L}\p{N}.+/°-]+/u)
    .map((word) => word.replace(/^[-./]+|[-./]+$/g, ''))
  return [...new Set(words.filter((word) => word && !STOP_WORDS.has(word)))]
}

/** A plural is longer than its singular by this; 'radius', 'axis' and 'brass' are none. */
const PLURAL_SUFFIX = /(?<=\p{L}(?:ch|sh|x|ss))es$|(?<=\p{L}{2}[^\P{L}isu])s$/u
/** What stands between the figures of a size on a keyboard. */
const DIMENSION_SEPARATOR = /(?<=\d) ?[x*] ?(?=\d)/g

/** The search, folded, in the words of a catalogue: 'capstan lathe' for 'Capstan lathes', '40 × 10' for '40x10'. */
export function normalizeQuery(search: string): string {
  const text = fold(search).replace(DIMENSION_SEPARATOR, ' × ')
  return text
    .split(' ')
    .map((word) => word.replace(PLURAL_SUFFIX, ''))
    .join(' ')
}

/** Other names for what the search speaks of, folded; none for most. */
export function findSynonyms(search: string): string[] {
  const text = fold(search)
  const group = SYNONYMS.find((names) => names.some((name) => text === name || text === `${name}s`))
  return (group ?? []).filter((name) => name !== text && !text.includes(name))
}

/** Words within this many changed, missing, added or swapped letters may be meant. */
export function getEditTolerance(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 6 ? 1 : 2
}

/** Those of `vocabulary` that are nearest to `word`, at most three; none beyond what is tolerated. */
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
  // A slip in the first letter is rare.
  return nearest.sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0])).slice(0, 3)
}

/** Letters changed, missing, added or swapped with their neighbour between two words; `most + 1` for anything beyond. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(previousRow[j]! + 1, row[j - 1]! + 1, previousRow[j - 1]! + (isSame ? 0 : 1))
      const isTransposed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isTransposed) row[j] = Math.min(row[j]!, rowBeforePrevious[j - 2]! + 1)
    }
    if (Math.min(...row) > max) return max + 1
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return previousRow[b.length]!
}
