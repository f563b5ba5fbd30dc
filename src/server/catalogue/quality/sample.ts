import { createHash } from 'node:crypto'
import type { QualityFix } from '#contracts/bulk-data/quality.ts'
import type { FindingType } from '#contracts/bulk-data/quality-types.ts'
import { isCode } from '#contracts/item/code.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES, KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { type NumbersOfText, parseNumbers, parseQuantity, type Quantity } from './quantity.ts'
import { toNameKey } from './similar-names.ts'

/** What of an item is checked. */
export interface ScannedItem {
  rowId: number
  kind: Kind
  category: string
  name: string
  code: string | null
  hsn: string | null
  hasPrice: boolean
  hasPicture: boolean
  isPublished: boolean
  specifications: Specifications
}

/** Something that is probably wrong with these items. */
export interface QualityFinding {
  key: string
  type: FindingType
  kind: Kind
  title: string
  detail: string
  rowIds: readonly number[]
  /** The names of the specifications that it is about. */
  names: readonly string[]
  fix: QualityFix | null
  /** The number that an unusual value probably should be; the fix has it in the text of the item. */
  suggestion?: number | undefined
  /** Which number of the text it replaces; undefined for the one at the beginning, before the unit. */
  numberPosition?: number | undefined
}

/** How the items of one kind use a name of a specification. */
export interface SampledName {
  name: string
  /** Ascending. */
  rowIds: number[]
  categories: Set<string>
  /** How often each unit occurs; '' for plain numbers, undefined for texts. */
  units: Map<string | undefined, number>
}

/** Numbers of items, one each. */
export interface Values {
  rowIds: number[]
  values: number[]
}

/** Values with one unit, and some of them as texts. */
interface UnitValues extends Values {
  texts: string[]
}

/** The values of one specification of one category. */
export interface Siblings {
  key: string
  kind: Kind
  category: string
  /** How often each name occurs. */
  names: Map<string, number>
  /** By unit as it is written. */
  units: Map<string, UnitValues>
  /** Of texts with several numbers, by the text without them: the numbers at each position. */
  shapes: Map<string, Values[]>
}

const EXAMPLES = 3

/** The specifications of a catalogue, received item by item. */
export class Sample {
  readonly names = new Map<Kind, Map<string, SampledName>>()
  readonly siblings = new Map<string, Siblings>()
  readonly #nameKeys = new Map<string, string>()

  /** The key of a name is computed once, because a catalogue has few names. */
  readonly getNameKey = (name: string): string => getOrCreate(this.#nameKeys, name, () => toNameKey(name))

  /** Items come in the order of their row ids. */
  add(item: ScannedItem): void {
    for (const pair of item.specifications) {
      const quantity = parseQuantity(pair[1])
      this.#addName(item, pair[0], quantity?.canonicalUnit)
      const numbers = quantity ? undefined : parseNumbers(pair[1])
      if ((quantity || numbers) && !isCode(pair)) this.#addValues(item, pair, quantity, numbers)
    }
  }

  #addName({ rowId, kind, category }: ScannedItem, name: string, unit: string | undefined): void {
    const names = getOrCreate(this.names, kind, () => new Map<string, SampledName>())
    const create = () => ({ name, rowIds: [], categories: new Set<string>(), units: new Map() })
    const use = getOrCreate(names, name, create)
    use.rowIds.push(rowId)
    use.categories.add(category)
    increment(use.units, unit)
  }

  #addValues(
    { rowId, kind, category }: ScannedItem,
    [name, text]: Specifications[number],
    quantity: Quantity | undefined,
    numbers: NumbersOfText | undefined,
  ): void {
    const key = this.getNameKey(name)
    const create = () => ({ key, kind, category, names: new Map(), units: new Map(), shapes: new Map() })
    const siblings = getOrCreate(this.siblings, `${kind}\n${category}\n${key}`, create)
    increment(siblings.names, name)
    if (numbers) {
      const createShape = () => numbers.values.map((): Values => ({ rowIds: [], values: [] }))
      const shape = getOrCreate(siblings.shapes, numbers.shape, createShape)
      for (const [position, value] of numbers.values.entries()) addValue(shape[position]!, rowId, value)
    }
    if (!quantity) return
    const createUnit = (): UnitValues => ({ rowIds: [], values: [], texts: [] })
    const values = getOrCreate(siblings.units, quantity.unit, createUnit)
    addValue(values, rowId, quantity.value)
    if (values.texts.length < EXAMPLES) values.texts.push(text)
  }

  /** The siblings of all categories of a kind, by the key of their name. */
  listSiblingsOfKinds(): Siblings[][] {
    return [...Map.groupBy(this.siblings.values(), ({ kind, key }) => `${kind}\n${key}`).values()]
  }
}

function addValue({ rowIds, values }: Values, rowId: number, value: number): void {
  rowIds.push(rowId)
  values.push(value)
}

export const inCategory = (kind: Kind, category: string): string =>
  category === DEFAULT_CATEGORIES[kind] ? ofKind(kind) : `in '${category}'`

export const ofKind = (kind: Kind): string => `of ${KIND_LABELS[kind].plural}`

/** A finding keeps its key as long as the same is wrong, so that a dismissal lasts. */
export const toKey = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20)

export function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key)
  if (value !== undefined) return value
  const created = create()
  map.set(key, created)
  return created
}

export const increment = <Key>(counts: Map<Key, number>, key: Key, by = 1): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + by)

export const sum = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

export function getMostFrequent<Key>(
  counts: ReadonlyMap<Key, number>,
): [key: Key | undefined, count: number] {
  let best: [Key | undefined, number] = [undefined, 0]
  for (const entry of counts) if (entry[1] > best[1]) best = entry
  return best
}
