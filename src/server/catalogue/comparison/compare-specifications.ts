import type { ComparisonRow } from '#contracts/catalogue/comparison.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { toNameKey } from '../quality/similar-names.ts'
import { addCommonUnit, findBestValues, isEqualValue } from './compare-values.ts'
import { joinProperties } from './join-properties.ts'

/**
 * Returns the specifications of the items as rows, one value for each item. The rows are in the order of the first item; a
 * specification that only a later item has is beside its neighbour in that item. Names that differ in case, punctuation or
 * abbreviations are one row, under the name of the first item that has it, and so are names of one property. docs/quantities.md says how values are compared.
 */
export function compareSpecifications(items: readonly Specifications[]): ComparisonRow[] {
  const rows: { key: string; label: string; values: (string | null)[] }[] = []
  const findRow = (label: string) => rows.findIndex(({ key }) => key === toNameKey(label))
  for (const [index, specifications] of items.entries()) {
    const knownRows = specifications.map(([label]) => findRow(label)).filter((row) => row >= 0)
    let position = knownRows[0] ?? rows.length
    for (const [label, value] of specifications) {
      let row = findRow(label)
      if (row < 0) {
        row = position
        rows.splice(row, 0, { key: toNameKey(label), label, values: items.map(() => null) })
      }
      rows[row]!.values[index] ??= value
      position = row + 1
    }
  }
  return joinProperties(rows).map(({ label, values }) => ({
    label,
    values: addCommonUnit(label, values),
    best: findBestValues(label, values),
    isEqual: values.every((value) => value !== null && isEqualValue(label, value, values[0] ?? '')),
  }))
}
