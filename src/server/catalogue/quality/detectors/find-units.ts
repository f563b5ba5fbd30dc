import { convertQuantity } from '../quantity.ts'
import {
  getMostFrequent,
  inCategory,
  increment,
  ofKind,
  type QualityFinding,
  type Sample,
  type Siblings,
  sum,
  toKey,
} from '../sample.ts'

/** A unit is usual if at least three values, and this share of them, have it. */
const MIN_USUAL_COUNT = 3
const MIN_USUAL_SHARE = 0.75
/** In all categories of a kind, if those of one are few. */
const MIN_USUAL_COUNT_OF_KIND = 6
const MIN_USUAL_SHARE_OF_KIND = 0.9

/** The most frequent unit of a specification, among how many values, and a text with it. */
interface UsualUnit {
  unit: string
  count: number
  total: number
  example: string
  place: string
}

/** Finds values in another unit than the others of their specification. */
export function* findUnits(sample: Sample): Generator<QualityFinding | undefined> {
  for (const ofKinds of sample.listSiblingsOfKinds()) {
    for (const siblings of ofKinds) {
      const usual = findUsualUnit(siblings, ofKinds)
      if (usual) yield* findOtherUnits(siblings, usual)
    }
    yield undefined
  }
}

/** The usual unit of the siblings; of a few siblings, that of all items of the kind. Undefined if no unit is usual. */
function findUsualUnit(siblings: Siblings, ofKinds: Siblings[]): UsualUnit | undefined {
  const { kind, category } = siblings
  const own = countUnits([siblings], inCategory(kind, category))
  const isFew = own.total <= MIN_USUAL_COUNT
  const usual = isFew ? countUnits(ofKinds, ofKind(kind)) : own
  const minCount = isFew ? MIN_USUAL_COUNT_OF_KIND : MIN_USUAL_COUNT
  const minShare = isFew ? MIN_USUAL_SHARE_OF_KIND : MIN_USUAL_SHARE
  const isUsual = usual.unit !== '' && usual.count >= minCount && usual.count >= usual.total * minShare
  return isUsual ? usual : undefined
}

function countUnits(all: Siblings[], place: string): UsualUnit {
  const counts = new Map<string, number>()
  for (const { units } of all) for (const [unit, { rowIds }] of units) increment(counts, unit, rowIds.length)
  const [unit = '', count] = getMostFrequent(counts)
  const example = all.flatMap(({ units }) => units.get(unit)?.texts ?? [])[0] ?? ''
  return { unit, count, total: sum(counts), example, place }
}

function* findOtherUnits(
  { kind, category, names, units }: Siblings,
  { unit: to, count, total, example, place }: UsualUnit,
): Generator<QualityFinding> {
  const [name = ''] = getMostFrequent(names)
  for (const [unit, { rowIds, texts }] of units) {
    if (unit === to) continue
    const canConvert = texts.every((text) => convertQuantity(text, unit, to) !== undefined)
    yield {
      key: toKey('units', kind, category, name, unit, to),
      type: 'units',
      kind,
      title: unit
        ? `'${name}' in ${unit} instead of ${to}`
        : `'${name}' without a unit; the others are in ${to}`,
      detail: `${count} of ${total} values ${place} are in ${to}, such as ${example}.`,
      rowIds: [...new Set(rowIds)],
      names: [...names.keys()],
      fix: canConvert ? { action: 'unit', name, from: unit, to } : null,
    }
  }
}
