import type { Kind } from '#contracts/item/kind.ts'
import { replaceNumber } from '../quantity.ts'
import {
  getMostFrequent,
  inCategory,
  ofKind,
  type QualityFinding,
  type Sample,
  type Siblings,
  toKey,
  type Values,
} from '../sample.ts'
import { toNameKey } from '../similar-names.ts'
import { findOutliers, MIN_SIBLINGS } from './outliers.ts'

/** Plain numbers under such names are identifiers or sizes, not quantities. */
const IDENTIFIER_WORD =
  /\b(?:number|code|reference|serial|class|series|type|designation|standard|grade|year)\b/
/** Values of all categories with which those of a category with few are compared. */
const MIN_VALUES_OF_KIND = 10

/** Numbers that can be compared with each other. */
interface Series extends Values {
  kind: Kind
  /** How often each name of the specification occurs. */
  names: ReadonlyMap<string, number>
  /** Of which items they are: 'in 'Collets''. */
  place: string
  /** The unit of quantities, as it is written. */
  unit: string
  /** Of numbers within texts: the text without them, and which of its numbers they are. */
  shape?: { text: string; position: number }
}

/** Finds numbers that are far off those of similar items. */
export function* findValues(sample: Sample): Generator<QualityFinding | undefined> {
  for (const siblings of sample.siblings.values()) {
    for (const series of listSeries(siblings)) yield* findUnusual(series)
    yield undefined
  }
  for (const ofKinds of sample.listSiblingsOfKinds()) {
    for (const { few, ...series } of mergeFew(ofKinds))
      for (const finding of findUnusual(series)) if (few.has(finding.rowIds[0]!)) yield finding
    yield undefined
  }
}

function listSeries({ kind, category, names, units, shapes }: Siblings): Series[] {
  const place = inCategory(kind, category)
  return [
    ...[...units].map(([unit, values]) => ({ ...values, kind, names, place, unit })),
    ...[...shapes].flatMap(([text, positions]) =>
      positions.map((values, position) => ({
        ...{ ...values, kind, names, place, unit: '', shape: { text, position } },
      })),
    ),
  ]
}

/** Compares the values of categories with few of them with those of all categories of the kind. `few`: their row ids. */
function mergeFew(ofKinds: Siblings[]): (Series & { few: Set<number> })[] {
  const { kind } = ofKinds[0]!
  const names = new Map(ofKinds.flatMap((siblings) => [...siblings.names]))
  return [...new Set(ofKinds.flatMap(({ units }) => [...units.keys()]))].flatMap((unit) => {
    const groups = ofKinds.flatMap(({ units }) => units.get(unit) ?? [])
    const few = groups.filter(({ rowIds }) => rowIds.length <= MIN_SIBLINGS).flatMap(({ rowIds }) => rowIds)
    const rowIds = groups.flatMap((group) => group.rowIds)
    if (groups.length < 2 || few.length === 0 || rowIds.length < MIN_VALUES_OF_KIND) return []
    const values = groups.flatMap((group) => group.values)
    return [{ rowIds, values, kind, names, place: ofKind(kind), unit, few: new Set(few) }]
  })
}

function* findUnusual({
  kind,
  names,
  place,
  unit,
  shape,
  rowIds,
  values,
}: Series): Generator<QualityFinding> {
  const [name = ''] = getMostFrequent(names)
  if (!shape && unit === '' && IDENTIFIER_WORD.test(toNameKey(name))) return
  const format = (number: number) => replaceNumber(`0${unit && ` ${unit}`}`, number)
  const siblings = values.map((value, index) => ({ value, rowId: rowIds[index]! }))
  for (const { rowId, value, median, suggestion } of findOutliers(siblings)) {
    const others = describeOthers(values, value, median, format)
    yield {
      key: toKey(
        ...['values', kind, name, ...(shape ? [shape.text, String(shape.position)] : [unit])],
        ...[String(value), String(rowId)],
      ),
      type: 'values',
      kind,
      title: `'${name}' ${shape ? 'with the number' : 'of'} ${format(value)} is far off its siblings`,
      detail: `The ${values.length - 1} others ${place} ${shape ? `have ${others} there` : `are ${others}`}.`,
      rowIds: [rowId],
      names: [...names.keys()],
      fix: null,
      suggestion,
      numberPosition: shape?.position,
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
