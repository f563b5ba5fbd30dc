import type { ComparisonRow } from '#contracts/comparison.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import type { Item } from '#contracts/parse-item.ts'
import { formatRupees } from '../../../lib/format.ts'
import { AVAILABILITY_TEXTS, formatWarranty } from '../../items/terms.ts'

/** Returns price, availability and what else the items have in common that is no specification. */
export function listTerms(items: Item[]): ComparisonRow[] {
  const row = (label: string, getValue: (item: Item) => string | null | undefined): ComparisonRow => {
    const values = items.map((item) => getValue(item) ?? null)
    return { label, values, best: [], isEqual: values.every((value) => value === values[0]) }
  }
  return [
    row('Price', ({ price }) => (price === undefined ? 'On request' : formatRupees(price))),
    row('Type', ({ kind }) => KIND_LABELS[kind].label),
    row('Brand', ({ brand }) => brand),
    row('Model or part number', ({ commercial }) => commercial.code),
    row(
      'Availability',
      ({ commercial }) => commercial.availability && AVAILABILITY_TEXTS[commercial.availability],
    ),
    row('Lead time', ({ commercial: { leadTimeDays: days } }) =>
      days === null ? null : days === 1 ? '1 day' : `${days} days`,
    ),
    row('Warranty', ({ commercial }) => formatWarranty(commercial.warrantyMonths)),
  ].filter(({ values }) => values.some((value) => value))
}
