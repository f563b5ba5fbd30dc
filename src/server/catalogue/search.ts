import type { Found } from '#server/database/search.ts'
import { fold, squeeze } from '#server/kernel/text.ts'

/** How items are compared with what somebody typed; with nothing in it, everything matches. */
export interface Matching {
  /** Name or description contains this, folded (row CAT-3). */
  text?: string
  /** Or a code (part number, name without gaps) contains this. */
  code?: string
  /** There is a code that is this and no more: what has it stands first. */
  isWholeCode?: boolean
  /** Instead: each group is met by one of its words. */
  groups?: string[][]
  /** What of it stands in the catalogue, where that was learnt on the way. */
  found?: Found
}

const LEAST_CODE = 4
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
export function asTyped(search: string): (Matching & { text: string }) | undefined {
  const text = fold(search)
  if (!text) return undefined
  const code = squeeze(search)
  return { text, ...(/\d/.test(code) && code.length >= LEAST_CODE && { code }) }
}

/** The same letters without the gaps: 'ballscrew' for 'Ball Screw'; an 'O' behind a figure was meant as a nought. */
export function withoutGaps(search: string): Matching | undefined {
  const code = squeeze(search).replace(/(?<=\d)o/g, '0')
  return code.length >= LEAST_CODE ? { code } : undefined
}

/** The different words of a text that say something, folded. */
export function wordsOf(text: string): string[] {
  const words = fold(text)
    .split(/[^\p{L}\p{N}.+/°-]+/u)
    .map((word) => word.replace(/^[-./]+|[-./]+$/g, ''))
  return [...new Set(words.filter((word) => word && !STOP_WORDS.has(word)))]
}

/** A plural is longer than its singular by this; 'radius', 'axis' and 'brass' are none. */
const PLURAL = /(?<=\p{L}(?:ch|sh|x|ss))es$|(?<=\p{L}{2}[^\P{L}isu])s$/u
/** What stands between the figures of a size on a keyboard. */
const TIMES = /(?<=\d) ?[x*] ?(?=\d)/g

/** The search, folded, in the words of a catalogue: 'capstan lathe' for 'Capstan lathes', '40 × 10' for '40x10'. */
export function asCatalogued(search: string): string {
  const text = fold(search).replace(TIMES, ' × ')
  return text
    .split(' ')
    .map((word) => word.replace(PLURAL, ''))
    .join(' ')
}

/** Other names for what the search speaks of, folded; none for most. */
export function synonymsOf(search: string): string[] {
  const text = fold(search)
  const group = SYNONYMS.find((names) => names.some((name) => text === name || text === `${name}s`))
  return (group ?? []).filter((name) => name !== text && !text.includes(name))
}

/** Words within this many changed, missing, added or swapped letters may be meant. */
export function toleratedEdits(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 6 ? 1 : 2
}

/** Those of `vocabulary` that are nearest to `word`, at most three; none beyond what is tolerated. */
export function nearestWords(word: string, vocabulary: string[]): string[] {
  let least = toleratedEdits(word)
  if (least === 0) return []
  let nearest: string[] = []
  for (const candidate of vocabulary) {
    const edits = editDistance(word, candidate, least)
    if (edits > least) continue
    if (edits < least) nearest = []
    least = edits
    nearest.push(candidate)
  }
  // A slip in the first letter is rare.
  return nearest.sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0])).slice(0, 3)
}

/** Letters changed, missing, added or swapped with their neighbour between two words; `most + 1` for anything beyond. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1)
    }
    if (Math.min(...row) > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
