import { createHash } from 'node:crypto'
import { countOf, formatList } from '#contracts/format.ts'
import type { Specifications } from '#contracts/item.ts'
import { isCode } from '#contracts/item-code.ts'
import { DEFAULT_CATEGORIES, KIND_LABELS, type Kind } from '#contracts/kind.ts'
import type { QualityFix } from '#contracts/quality.ts'
import type { FindingType } from '#contracts/quality-types.ts'
import { DuplicateFinder, type DuplicateGroup } from './duplicates.ts'
import { findOutliers, MIN_SIBLINGS } from './outliers.ts'
import { convertQuantity, parseNumbers, parseQuantity, replaceNumber } from './quantity.ts'
import { chooseName, groupSimilarNames, type NameUse, toNameKey } from './similar-names.ts'

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
  numberPosition?: number
}

type MissingField = 'picture' | 'price' | 'code' | 'hsn'
const MISSING_LABELS: Record<MissingField, string> = {
  picture: 'a picture',
  price: 'a price',
  code: 'a code',
  hsn: 'an HSN or SAC code',
}

/** A unit is usual if at least three values, and this share of them, have it. */
const MIN_USUAL_COUNT = 3
const MIN_USUAL_SHARE = 0.75
/** In all categories of a kind, if those of one are few. */
const MIN_USUAL_COUNT_OF_KIND = 6
const MIN_USUAL_SHARE_OF_KIND = 0.9
/** An HSN code is proposed if this share of the category has it. */
const MIN_HSN_SHARE = 0.6
/** Plain numbers under such names are identifiers or sizes, not quantities. */
const IDENTIFIER_WORD =
  /\b(?:number|code|reference|serial|class|series|type|designation|standard|grade|year)\b/
/** Values of all categories with which those of a category with few are compared. */
const MIN_VALUES_OF_KIND = 10
const EXAMPLES = 3

interface MutableNameUse {
  name: string
  rowIds: number[]
  categories: Set<string>
  units: Map<string | undefined, number>
}

/** Values with one unit, and some of them as texts. */
interface UnitValues {
  rowIds: number[]
  values: number[]
  texts: string[]
}

/** The values of one specification of one category. */
interface Siblings {
  key: string
  kind: Kind
  category: string
  names: Map<string, number>
  /** By unit as it is written. */
  units: Map<string, UnitValues>
  /** Of texts with several numbers, by the text without them: the numbers at each position. */
  shapes: Map<string, { rowIds: number[]; values: number[][] }>
}

/** Receives the items of a catalogue one by one, and finds what is wrong with them. */
export class CatalogueScan {
  readonly #names = new Map<Kind, Map<string, MutableNameUse>>()
  readonly #siblings = new Map<string, Siblings>()
  /** The units of each specification in all categories of a kind. */
  readonly #unitsOfKinds = new Map<string, Map<string, { count: number; example: string }>>()
  readonly #missing = new Map<
    string,
    { field: MissingField; kind: Kind; category: string; rowIds: number[] }
  >()
  readonly #hsnCodes = new Map<string, Map<string, number>>()
  readonly #duplicates = new Map<Kind, DuplicateFinder>()
  readonly #nameKeys = new Map<string, string>()
  #count = 0

  /** The key of a name is computed once, because a catalogue has few names. */
  readonly #getNameKey = (name: string): string => getOrCreate(this.#nameKeys, name, () => toNameKey(name))

  get count(): number {
    return this.#count
  }

  /** Items come in the order of their row ids. */
  add(item: ScannedItem): void {
    this.#count++
    for (const pair of item.specifications) this.#addSpecification(item, pair)
    if (!item.isPublished) return
    this.#addMissing(item)
    getOrCreate(this.#duplicates, item.kind, () => new DuplicateFinder(this.#getNameKey)).add(item)
  }

  #addSpecification({ rowId, kind, category }: ScannedItem, pair: Specifications[number]): void {
    const [name, text] = pair
    const quantity = parseQuantity(text)
    const names = getOrCreate(this.#names, kind, () => new Map<string, MutableNameUse>())
    const use = getOrCreate(names, name, () => ({
      name,
      rowIds: [],
      categories: new Set<string>(),
      units: new Map(),
    }))
    use.rowIds.push(rowId)
    use.categories.add(category)
    increment(use.units, quantity?.canonicalUnit)
    const numbers = quantity ? undefined : parseNumbers(text)
    if ((!quantity && !numbers) || isCode(pair)) return
    const key = this.#getNameKey(name)
    const siblings = getOrCreate(this.#siblings, `${kind}\n${category}\n${key}`, () => ({
      key,
      kind,
      category,
      names: new Map(),
      units: new Map(),
      shapes: new Map(),
    }))
    increment(siblings.names, name)
    if (numbers) {
      const shape = getOrCreate(siblings.shapes, numbers.shape, () => ({
        rowIds: [],
        values: numbers.values.map(() => []),
      }))
      shape.rowIds.push(rowId)
      for (const [position, value] of numbers.values.entries()) shape.values[position]!.push(value)
    }
    if (!quantity) return
    const units = getOrCreate(this.#unitsOfKinds, `${kind}\n${key}`, () => new Map())
    getOrCreate(units, quantity.unit, () => ({ count: 0, example: text })).count++
    const values = getOrCreate(siblings.units, quantity.unit, () => ({ rowIds: [], values: [], texts: [] }))
    values.rowIds.push(rowId)
    values.values.push(quantity.value)
    if (values.texts.length < EXAMPLES) values.texts.push(text)
  }

  #addMissing(item: ScannedItem): void {
    const { kind, category, rowId, code, hsn, hasPicture, hasPrice } = item
    const isMissing: Record<MissingField, boolean> = {
      picture: !hasPicture,
      price: !hasPrice && kind !== 'service',
      code: code === null && kind !== 'service' && !item.specifications.some(isCode),
      hsn: hsn === null,
    }
    for (const field of Object.keys(isMissing) as MissingField[])
      if (isMissing[field])
        getOrCreate(this.#missing, `${field}\n${kind}\n${category}`, () => ({
          field,
          kind,
          category,
          rowIds: [],
        })).rowIds.push(rowId)
    if (hsn !== null)
      increment(
        getOrCreate(this.#hsnCodes, `${kind}\n${category}`, () => new Map<string, number>()),
        hsn,
      )
  }

  /** Yields the findings; undefined between them, so that the caller can pause. */
  *find(): Generator<QualityFinding | undefined> {
    for (const [kind, names] of this.#names) {
      for (const group of groupSimilarNames([...names.values()].map(toNameUse)))
        yield toNameFinding(kind, group)
      yield undefined
    }
    for (const siblings of this.#siblings.values()) {
      if (siblings.units.size > 0) yield* findUnits(siblings, this.#getUsualUnitOfKind(siblings))
      yield* findValues(siblings)
      yield* findInnerNumbers(siblings)
      yield undefined
    }
    const bySpecification = new Map<string, Siblings[]>()
    for (const siblings of this.#siblings.values())
      getOrCreate(bySpecification, `${siblings.kind}\n${siblings.key}`, () => []).push(siblings)
    for (const all of bySpecification.values()) {
      yield* findValuesOfFew(all)
      yield undefined
    }
    for (const [kind, duplicates] of this.#duplicates) {
      for (const group of duplicates.find()) yield toDuplicateFinding(kind, group)
      yield undefined
    }
    for (const missing of this.#missing.values()) yield this.#toMissingFinding(missing)
  }

  #getUsualUnitOfKind({ kind, names }: Siblings): UsualUnit {
    const [name = ''] = getMostFrequent(names)
    const units = this.#unitsOfKinds.get(`${kind}\n${this.#getNameKey(name)}`)!
    const counts = new Map([...units].map(([unit, { count }]) => [unit, count]))
    const [unit = '', count] = getMostFrequent(counts)
    const { example } = units.get(unit)!
    const isEnough = count >= MIN_USUAL_COUNT_OF_KIND
    return {
      unit: isEnough ? unit : '',
      count,
      total: sum(counts),
      minShare: MIN_USUAL_SHARE_OF_KIND,
      example,
    }
  }

  #toMissingFinding({
    field,
    kind,
    category,
    rowIds,
  }: {
    field: MissingField
    kind: Kind
    category: string
    rowIds: number[]
  }): QualityFinding {
    const label = KIND_LABELS[kind][rowIds.length === 1 ? 'label' : 'pluralLabel']
    const group = isDefault(kind, category) ? '' : ` of '${category}'`
    const hsn = field === 'hsn' ? this.#proposeHsn(kind, category) : undefined
    return {
      key: toKey(field, kind, category),
      type: field,
      kind,
      title: `${label}${group} without ${MISSING_LABELS[field]}`,
      detail: hsn ? `Most others have ${hsn}.` : 'Drafts are not counted.',
      rowIds,
      names: [],
      fix: hsn ? { action: 'hsn', hsn } : null,
    }
  }

  #proposeHsn(kind: Kind, category: string): string | undefined {
    const codes = this.#hsnCodes.get(`${kind}\n${category}`) ?? new Map<string, number>()
    const [hsn, count] = getMostFrequent(codes)
    return hsn !== undefined && count >= sum(codes) * MIN_HSN_SHARE ? hsn : undefined
  }
}

function toNameUse({ name, rowIds, categories, units }: MutableNameUse): NameUse {
  return { name, rowIds, categories, unit: getMostFrequent(units)[0] }
}

function toNameFinding(kind: Kind, group: NameUse[]): QualityFinding {
  const to = chooseName(group.map(({ name }) => name))
  const others = group.filter(({ name }) => name !== to)
  const from = others.map(({ name }) => name)
  const rowIds = [...new Set(others.flatMap((use) => use.rowIds))].sort((a, b) => a - b)
  return {
    key: toKey('names', kind, ...[to, ...from].sort()),
    type: 'names',
    kind,
    title: `${listQuoted(from)} ${from.length === 1 ? 'means' : 'mean'} the same as '${to}'`,
    detail: `${group.map(({ name, rowIds }) => `'${name}' is in ${countOf(rowIds.length, 'item')}`).join(', ')}.`,
    rowIds,
    names: from,
    fix: { action: 'rename', from, to },
  }
}

/** The values that a specification has by unit, and the usual unit if there is one. */
interface UsualUnit {
  unit: string
  count: number
  total: number
  minShare: number
  /** A text with this unit. */
  example: string
}

/** The usual unit of the siblings; of a few siblings, that of all items of the kind. */
function findUsualUnit({ units }: Siblings, ofKind: UsualUnit): UsualUnit {
  const counts = new Map([...units].map(([unit, { rowIds }]) => [unit, rowIds.length]))
  const total = sum(counts)
  if (total <= MIN_USUAL_COUNT) return ofKind
  const [unit = '', count] = getMostFrequent(counts)
  return { unit, count, total, minShare: MIN_USUAL_SHARE, example: units.get(unit)!.texts[0]! }
}

function* findUnits(siblings: Siblings, ofKind: UsualUnit): Generator<QualityFinding> {
  const { kind, category, names, units } = siblings
  const usual = findUsualUnit(siblings, ofKind)
  const { unit: to, count, total } = usual
  if (to === '' || count < MIN_USUAL_COUNT || count < total * usual.minShare) return
  const [name = ''] = getMostFrequent(names)
  for (const [unit, { rowIds, texts }] of units) {
    if (unit === to) continue
    const canConvert = texts.every((text) => convertQuantity(text, unit, to) !== undefined)
    const place = usual === ofKind ? `of ${KIND_LABELS[kind].plural}` : inCategory(kind, category)
    yield {
      key: toKey('units', kind, category, name, unit, to),
      type: 'units',
      kind,
      title: unit
        ? `'${name}' in ${unit} instead of ${to}`
        : `'${name}' without a unit; the others are in ${to}`,
      detail: `${count} of ${total} values ${place} are in ${to}, such as ${usual.example}.`,
      rowIds: [...new Set(rowIds)],
      names: [...names.keys()],
      fix: canConvert ? { action: 'unit', name, from: unit, to } : null,
    }
  }
}

function* findValues({ kind, category, names, units }: Siblings): Generator<QualityFinding> {
  const [name = ''] = getMostFrequent(names)
  for (const [unit, values] of units)
    yield* toValueFindings({ kind, name, names, unit, place: inCategory(kind, category) }, values)
}

/** Compares the values of categories with few of them with those of all categories of the kind. */
function* findValuesOfFew(all: Siblings[]): Generator<QualityFinding> {
  const { kind } = all[0]!
  for (const unit of new Set(all.flatMap(({ units }) => [...units.keys()]))) {
    const groups = all.flatMap((siblings) => {
      const values = siblings.units.get(unit)
      return values ? [{ siblings, values }] : []
    })
    const isFew = (count: number) => count <= MIN_SIBLINGS
    if (groups.length < 2 || !groups.some(({ values }) => isFew(values.rowIds.length))) continue
    const merged: UnitValues = { rowIds: [], values: [], texts: [] }
    for (const { values } of groups) {
      for (const [index, rowId] of values.rowIds.entries()) {
        merged.rowIds.push(rowId)
        merged.values.push(values.values[index]!)
      }
      merged.texts.push(...values.texts)
    }
    if (merged.rowIds.length < MIN_VALUES_OF_KIND) continue
    const few = new Set(groups.flatMap(({ values }) => (isFew(values.rowIds.length) ? values.rowIds : [])))
    const names = new Map(groups.flatMap(({ siblings }) => [...siblings.names]))
    const [name = ''] = getMostFrequent(names)
    const place = `of ${KIND_LABELS[kind].plural}`
    for (const finding of toValueFindings({ kind, name, names, unit, place }, merged))
      if (few.has(finding.rowIds[0]!)) yield finding
  }
}

interface ValueContext extends Pick<Siblings, 'kind' | 'names'> {
  name: string
  unit: string
  place: string
}

function* toValueFindings(
  { kind, name, names, unit, place }: ValueContext,
  { rowIds, values }: UnitValues,
): Generator<QualityFinding> {
  if (unit === '' && IDENTIFIER_WORD.test(toNameKey(name))) return
  const siblings = values.map((value, index) => ({ value, rowId: rowIds[index]! }))
  for (const { rowId, value, median, suggestion } of findOutliers(siblings)) {
    const format = (number: number) => replaceNumber(`0${unit && ` ${unit}`}`, number)
    yield {
      key: toKey('values', kind, name, unit, String(value), String(rowId)),
      type: 'values',
      kind,
      title: `'${name}' of ${format(value)} is far off its siblings`,
      detail: `The ${values.length - 1} others ${place} are ${describeOthers(values, value, median, format)}.`,
      rowIds: [rowId],
      names: [...names.keys()],
      fix: null,
      suggestion,
    }
  }
}

/** '12 mm to 80 mm, usually about 40 mm': the values besides an unusual one. */
function describeOthers(
  values: readonly number[],
  unusual: number,
  median: number,
  format: (number: number) => string,
): string {
  const others = values.filter((value) => value !== unusual)
  const min = others.reduce((least, other) => Math.min(least, other))
  const max = others.reduce((most, other) => Math.max(most, other))
  return min === max
    ? format(min)
    : `${format(min)} to ${format(max)}, usually about ${format(Number(median.toPrecision(2)))}`
}

function* findInnerNumbers({ kind, category, names, shapes }: Siblings): Generator<QualityFinding> {
  const [name = ''] = getMostFrequent(names)
  for (const [shape, { rowIds, values }] of shapes) {
    for (const [position, numbers] of values.entries()) {
      const format = (number: number) => replaceNumber('0', number)
      const siblings = numbers.map((value, index) => ({ value, rowId: rowIds[index]! }))
      for (const { rowId, value, median, suggestion } of findOutliers(siblings)) {
        yield {
          key: toKey('values', kind, name, shape, String(position), String(value), String(rowId)),
          type: 'values',
          kind,
          title: `'${name}' with the number ${format(value)} is far off its siblings`,
          detail: `The ${numbers.length - 1} others ${inCategory(kind, category)} have ${describeOthers(numbers, value, median, format)} there.`,
          rowIds: [rowId],
          names: [...names.keys()],
          fix: null,
          suggestion,
          numberPosition: position,
        }
      }
    }
  }
}

const DUPLICATE_TITLES: Record<DuplicateGroup['reason'], string> = {
  code: 'the same code',
  name: 'the same name',
  specifications: 'the same specifications and almost the same name',
}

const DUPLICATE_ADVICE: Record<DuplicateGroup['reason'], string> = {
  code: 'correct the code that is wrong',
  name: 'give them different names',
  specifications: 'give them different names',
}

function toDuplicateFinding(kind: Kind, { reason, rowIds }: DuplicateGroup): QualityFinding {
  return {
    key: toKey('duplicates', kind, reason, ...rowIds.map(String)),
    type: 'duplicates',
    kind,
    title: `${rowIds.length} ${KIND_LABELS[kind].plural} with ${DUPLICATE_TITLES[reason]}`,
    detail: `Keep one of them and archive the others, or ${DUPLICATE_ADVICE[reason]}.`,
    rowIds,
    names: [],
    fix: null,
  }
}

const isDefault = (kind: Kind, category: string): boolean => category === DEFAULT_CATEGORIES[kind]

const inCategory = (kind: Kind, category: string): string =>
  isDefault(kind, category) ? `of ${KIND_LABELS[kind].plural}` : `in '${category}'`

const listQuoted = (names: string[]): string => formatList(names.map((name) => `'${name}'`))

/** A finding keeps its key as long as the same is wrong, so that a dismissal lasts. */
const toKey = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20)

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key)
  if (value !== undefined) return value
  const created = create()
  map.set(key, created)
  return created
}

const increment = <Key>(counts: Map<Key, number>, key: Key): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + 1)

const sum = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

function getMostFrequent<Key>(counts: ReadonlyMap<Key, number>): [key: Key | undefined, count: number] {
  let best: [Key | undefined, number] = [undefined, 0]
  for (const entry of counts) if (entry[1] > best[1]) best = entry
  return best
}
