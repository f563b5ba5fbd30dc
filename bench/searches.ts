import { partAt, sequence } from './parts-list.ts'

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
const MISSPELT = [
  'beering',
  'coletts',
  'chukc',
  'solenoyd valve',
  'puley',
  'spindel',
  'levling pad',
  'timming belt',
]
const TURNED = [
  '25 collet',
  'contact bearing angular',
  'belt timing',
  'pump coolant',
  'jaw chuck',
  'nut screw lead',
  'steel collet',
  'valve solenoid',
]
const PART_NUMBERS = 80
const SIZED_PHRASES = 60

/**
 * So many searches as visitors send them, few of them often and most of them seldom (Zipf): part numbers that are in the
 * catalogue of `items`, phrases, words, slips and words in another order. The same on every machine.
 */
export function visitorSearches(items: number, count: number): string[] {
  const random = sequence(SEED)
  const distinct = shuffled(
    [...partNumbers(items, random), ...phrasesOfParts(items, random), ...written()],
    random,
  )
  let whole = 0
  const reached = distinct.map((_, rank) => {
    whole += 1 / (rank + 1)
    return whole
  })
  return Array.from({ length: count }, () => {
    const drawn = random() * whole
    return distinct[reached.findIndex((sum) => sum > drawn)] ?? distinct[0]!
  })
}

/** Two letters and fewer: too short for the text index. */
export const SHORT_SEARCHES = ['c', 'b', '2', 'cl', 'be', 'ty', 'mm', '25', 'st', 'xq']

/** What stands in the field while somebody types. */
export function typedSearches(): string[] {
  return [...PHRASES, ...WORDS, ...MISSPELT].flatMap((text) =>
    [2, 4, 6, 9].filter((length) => length <= text.length).map((length) => text.slice(0, length)),
  )
}

const written = () => [...PHRASES, ...WORDS, ...MISSPELT, ...TURNED]

function partNumbers(items: number, random: () => number): string[] {
  return Array.from({ length: PART_NUMBERS }, (_, index) => {
    const number = somePart(items, random).specifications[0]![1]
    // Every third visitor leaves the dashes out.
    return index % 3 === 0 ? number.replaceAll('-', '') : number
  })
}

/** 'Bush collet, 25 mm bore, type 2A' is looked for as 'bush collet 25'. */
function phrasesOfParts(items: number, random: () => number): string[] {
  return Array.from({ length: SIZED_PHRASES }, () => {
    const [family = '', size = ''] = somePart(items, random).name.split(', ')
    return `${family} ${Number.parseInt(size, 10)}`.toLowerCase()
  })
}

function somePart(items: number, random: () => number) {
  const generated = Math.max(1, items - DEMO_ITEMS)
  return partAt(DEMO_ITEMS + Math.floor(random() * generated))
}

export function shuffled<Value>(values: Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
