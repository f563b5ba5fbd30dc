import { createRandom, generatePart } from './part-generator.ts'

const SEED = 20_240_601
const DEMO_ITEMS = 125
const PHRASES = [
  'bush collet 25',
  'angular contact bearing',
  'change gear 40',
  'vee-belt pulley 200',
  'timing belt 1200 mm',
  'ball screw 800',
  'coolant pump 60 l/min',
  'three-jaw chuck 160',
  'solenoid valve 12',
  'lead screw nut 6 mm',
]
const WORDS = ['collet', 'bearing', 'chuck', 'bronze', 'spindle', 'wiper', 'nylon', 'gear', 'pump', 'drawbar']
const MISSPELLED = [
  'beering',
  'coletts',
  'chukc',
  'solenoyd valve',
  'puley',
  'spindel',
  'levling pad',
  'timming belt',
]
const REORDERED = [
  '25 collet',
  'contact bearing angular',
  'belt timing',
  'pump coolant',
  'jaw chuck',
  'nut screw lead',
  'steel collet',
  'valve solenoid',
]
const PART_NUMBER_COUNT = 80
const SIZED_PHRASE_COUNT = 60

/**
 * Returns this number of searches with a Zipf distribution: part numbers of the catalogue, phrases, single words,
 * misspellings and words in another order. They are the same on every machine.
 */
export function generateSearches(items: number, count: number): string[] {
  const random = createRandom(SEED)
  const distinct = shuffle(
    [...generatePartNumbers(items, random), ...generatePhrases(items, random), ...listFixedSearches()],
    random,
  )
  let totalWeight = 0
  const cumulativeWeights = distinct.map((_, rank) => {
    totalWeight += 1 / (rank + 1)
    return totalWeight
  })
  return Array.from({ length: count }, () => {
    const drawn = random() * totalWeight
    return distinct[cumulativeWeights.findIndex((sum) => sum > drawn)] ?? distinct[0]!
  })
}

/** Searches of one or two characters, which are too short for the full-text index. */
export const SHORT_SEARCHES = ['c', 'b', '2', 'cl', 'be', 'ty', 'mm', '25', 'st', 'xq']

/** The contents of the search field while a visitor types. */
export function listTypedPrefixes(): string[] {
  return [...PHRASES, ...WORDS, ...MISSPELLED].flatMap((text) =>
    [2, 4, 6, 9].filter((length) => length <= text.length).map((length) => text.slice(0, length)),
  )
}

const listFixedSearches = () => [...PHRASES, ...WORDS, ...MISSPELLED, ...REORDERED]

function generatePartNumbers(items: number, random: () => number): string[] {
  return Array.from({ length: PART_NUMBER_COUNT }, (_, index) => {
    const number = pickPart(items, random).specifications[0]![1]
    // Every third visitor omits the hyphens.
    return index % 3 === 0 ? number.replaceAll('-', '') : number
  })
}

/** Shortens 'Bush collet, 25 mm bore, type 2A' to 'bush collet 25'. */
function generatePhrases(items: number, random: () => number): string[] {
  return Array.from({ length: SIZED_PHRASE_COUNT }, () => {
    const [family = '', size = ''] = pickPart(items, random).name.split(', ')
    return `${family} ${Number.parseInt(size, 10)}`.toLowerCase()
  })
}

function pickPart(items: number, random: () => number) {
  const generated = Math.max(1, items - DEMO_ITEMS)
  return generatePart(DEMO_ITEMS + Math.floor(random() * generated))
}

export function shuffle<Value>(values: Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, sortKey: random() }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .map(({ value }) => value)
}
