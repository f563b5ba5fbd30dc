import { findUnit } from '#contracts/quantities/units.ts'
import { editDistance, fold } from '#server/kernel/text.ts'
import { getDimension, isKnownUnit } from './quantity.ts'

/* Which names of specifications mean the same: pure functions. */

/** How the items of one kind use a name. */
export interface NameUse {
  name: string
  /** The row ids of the items that have it, ascending. */
  rowIds: readonly number[]
  categories: ReadonlySet<string>
  /** The most frequent unit of its values; '' for plain numbers, undefined for texts. */
  unit: string | undefined
}

const ABBREVIATIONS: Record<string, string> = {
  max: 'maximum',
  min: 'minimum',
  dia: 'diameter',
  wt: 'weight',
  temp: 'temperature',
  qty: 'quantity',
  no: 'number',
  nos: 'number',
  dim: 'dimension',
  approx: 'approximate',
  teeth: 'tooth',
  feet: 'foot',
  indices: 'index',
}
/** In 'Capacity, bar' the last word is none. */
const UNITS_THAT_ARE_WORDS = new Set(['bar', 'min', 'in', 'second', 'minute', 'hour', 'foot', 'degree'])
const STOP_WORDS = new Set(['of', 'the', 'a', 'an', 'and'])
const MIN_TYPO_LENGTH = 5
/** The frequent names with which rare ones are compared, and the rare ones that are. */
const MAX_FREQUENT_NAMES = 2000
const MAX_RARE_NAMES = 20_000
/** How much more frequent the right spelling has to be than the wrong one. */
const MIN_FREQUENCY_RATIO = 2

const UNIT_AT_END = [
  /[([]\s*(?!\s)([^()[\]]{1,12})\s*[)\]]\s*$/,
  /(?:,|(?<!\s))\s+in\s+(\S+)$/,
  /,\s*([^\s,]+)$/,
]

/** A name without a unit in brackets or at the end, and the unit as it is written: 'Length (mm)' → 'Length' and 'mm'. */
export function splitUnit(name: string): { text: string; unit: string | undefined } {
  for (const [index, pattern] of UNIT_AT_END.entries()) {
    const match = pattern.exec(name)
    const unit = match?.[1]?.trim()
    const text = name.slice(0, match?.index).trim()
    if (!unit || !text || !isKnownUnit(unit)) continue
    if (index < UNIT_AT_END.length - 1 || !UNITS_THAT_ARE_WORDS.has(fold(unit))) return { text, unit }
  }
  return { text: name, unit: undefined }
}

/** The words of a name without its unit: 'Length (mm)' → 'length'. */
const splitName = (name: string): string[] => splitWords(splitUnit(name).text)

const splitWords = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word && !STOP_WORDS.has(word))
    .map((word) => ABBREVIATIONS[word] ?? word)

/** The key by which names are equal whatever their case, punctuation, word order, abbreviations and units. */
export function toNameKey(name: string): string {
  const words = splitName(name)
  return words.length > 0 ? words.sort().join(' ') : fold(name)
}

/** The words with those in brackets: in 'Capacity (bar)' the last word may be a unit or not. */
const toFullKey = (name: string): string => splitWords(name).sort().join(' ')

/**
 * The unit that values lose when a name is replaced: 'mm' of 'Bore (mm)' replaced by 'Bore'; undefined for none, also for
 * 'Capacity (bar)' replaced by 'Bar capacity', which has the same words.
 */
export function findLostUnit(name: string, replacement: string): string | undefined {
  const { unit } = splitUnit(name)
  if (unit === undefined || toFullKey(name) === toFullKey(replacement)) return undefined
  const kept = splitUnit(replacement).unit
  return kept !== undefined && findUnit(kept) === findUnit(unit) ? undefined : unit
}

/** The name that similar ones get, the most frequent without a unit, as each value states its own: 'Bore' and not 'Bore (mm)'. */
export function chooseName(names: readonly string[]): string {
  const [usual = ''] = names
  const plain = names.find((name) => splitUnit(name).unit === undefined)
  if (plain !== undefined) return plain
  return names.some((name) => findLostUnit(name, usual)) ? splitUnit(usual).text : usual
}

/** 'Run-out', 'Run out' and 'Runout'. */
const toJoinedKey = (name: string): string => splitName(name).join('')

function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const toSingularKey = (name: string): string => splitName(name).map(toSingular).sort().join(' ')

/** Names that mean the same, the most frequent first. */
export type NameGroup = NameUse[]

/** Groups of names of one kind that mean the same. Names that mean nothing else are left out. */
export function groupSimilarNames(names: readonly NameUse[]): NameGroup[] {
  const groups = new Groups(names)
  const uses = [...names].sort((a, b) => b.rowIds.length - a.rowIds.length)
  for (const toKey of [toNameKey, toFullKey, toJoinedKey]) joinEqual(uses, toKey, groups)
  // Weaker signs count only if nothing says that the names mean different things.
  joinEqual(uses, toSingularKey, groups, meanTheSame)
  joinMisspelt(uses, groups)
  return groups.list().filter((group) => group.length > 1)
}

function joinEqual(
  uses: NameUse[],
  toKey: (name: string) => string,
  groups: Groups,
  isAllowed: (one: NameUse, other: NameUse) => boolean = () => true,
): void {
  const byKey = new Map<string, NameUse[]>()
  for (const use of uses) {
    const key = toKey(use.name)
    const others = byKey.get(key) ?? []
    const match = key && others.find((other) => isAllowed(other, use))
    if (match) groups.join(match, use)
    byKey.set(key, [...others.slice(0, 20), use])
  }
}

/**
 * Whether names that are written almost alike may mean the same: they occur in the same category, never in the same item,
 * and with values of the same type.
 */
const meanTheSame = (one: NameUse, other: NameUse): boolean =>
  haveSameType(one, other) && haveCommonCategory(one, other) && !haveCommonId(one.rowIds, other.rowIds)

/** A misspelt name may also be in another category, if its values have the same unit. */
const mayBeMisspelt = (one: NameUse, other: NameUse): boolean =>
  haveSameType(one, other) &&
  (haveCommonCategory(one, other) || Boolean(one.unit && one.unit === other.unit)) &&
  !haveCommonId(one.rowIds, other.rowIds)

function haveSameType({ unit }: NameUse, other: NameUse): boolean {
  if (unit === undefined || other.unit === undefined) return unit === other.unit
  return getDimension(unit) === getDimension(other.unit)
}

const haveCommonCategory = (one: NameUse, other: NameUse): boolean =>
  [...other.categories].some((category) => one.categories.has(category))

function haveCommonId(one: readonly number[], other: readonly number[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const ids = new Set(short)
  return long.some((id) => ids.has(id))
}

/** Joins rare names to frequent ones that differ by a typing error in one word. */
function joinMisspelt(uses: NameUse[], groups: Groups): void {
  const wordCounts = countWords(uses)
  const frequent = new Map<string, NameUse[]>()
  for (const use of uses.slice(0, MAX_FREQUENT_NAMES)) {
    if (use.rowIds.length < MIN_FREQUENCY_RATIO) continue
    for (const key of listDeletions(toSingularKey(use.name)))
      frequent.set(key, [...(frequent.get(key) ?? []), use])
  }
  for (const use of uses.slice(-MAX_RARE_NAMES)) {
    const candidates = new Set(
      listDeletions(toSingularKey(use.name)).flatMap((key) => frequent.get(key) ?? []),
    )
    for (const candidate of candidates) {
      if (candidate === use || candidate.rowIds.length < use.rowIds.length * MIN_FREQUENCY_RATIO) continue
      const error = findMisspeltWord(use.name, candidate.name)
      // A word that other names have as well is a word of its own.
      if (error && (wordCounts.get(error) ?? 0) === 1 && mayBeMisspelt(candidate, use)) {
        groups.join(candidate, use)
        break
      }
    }
  }
}

/** In how many names each word occurs, with its plural. */
function countWords(uses: NameUse[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of uses)
    for (const word of new Set(splitName(name).map(toSingular))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The text, and what remains of it without any one of its letters: texts with one typing error have one in common. */
function listDeletions(text: string): string[] {
  const once = Array.from({ length: text.length }, (_, index) => text.slice(0, index) + text.slice(index + 1))
  return [text, ...once]
}

/** The word of `rare` that is a typing error for a word of `frequent`, if all other words are the same. */
function findMisspeltWord(rare: string, frequent: string): string | undefined {
  const words = splitName(rare).map(toSingular)
  const others = splitName(frequent).map(toSingular)
  if (words.length !== others.length) return undefined
  const wrong = words.filter((word) => !others.includes(word))
  const right = others.filter((word) => !words.includes(word))
  const [word, other] = [wrong[0], right[0]]
  if (wrong.length !== 1 || right.length !== 1 || !word || !other) return undefined
  if (/\d/.test(word + other) || word[0] !== other[0]) return undefined
  const length = Math.max(word.length, other.length)
  return length >= MIN_TYPO_LENGTH && editDistance(word, other, 1) === 1 ? word : undefined
}

/** How unusual a name is written; of equally frequent names, the most usual one is proposed. */
const rateStyle = (name: string): number =>
  Number(name.includes(',')) +
  Number(/^\p{Ll}/u.test(name)) +
  Number(/ \p{Lu}\p{Ll}/u.test(name)) +
  Number(/\p{Lu}{3}/u.test(name))

/** Disjoint groups of names. */
class Groups {
  readonly #parents = new Map<NameUse, NameUse>()

  constructor(names: readonly NameUse[]) {
    for (const name of names) this.#parents.set(name, name)
  }

  join(one: NameUse, other: NameUse): void {
    this.#parents.set(this.#findRoot(other), this.#findRoot(one))
  }

  list(): NameGroup[] {
    const groups = new Map<NameUse, NameUse[]>()
    for (const name of this.#parents.keys()) {
      const root = this.#findRoot(name)
      groups.set(root, [...(groups.get(root) ?? []), name])
    }
    return [...groups.values()].map((group) =>
      group.sort((a, b) => b.rowIds.length - a.rowIds.length || rateStyle(a.name) - rateStyle(b.name)),
    )
  }

  #findRoot(name: NameUse): NameUse {
    const parent = this.#parents.get(name)!
    return parent === name ? name : this.#findRoot(parent)
  }
}
