import { t } from '#messages/messages.ts'
import { formatRupees } from '../format.ts'
import { KIND_LABELS } from '../item/kind.ts'
import type { Item } from '../item/parse-item.ts'
import { AVAILABILITY_TEXTS, formatWarranty } from '../item/terms.ts'
import type { ComparisonRow } from './comparison.ts'

/** Returns the price, and what a comparison states beside the specifications; without rows that no item has. */
export function listComparedTerms(items: Item[]): ComparisonRow[] {
  const rows = [
    toComparisonRow(t('Price'), items, ({ price }) =>
      price === undefined ? t('On request') : formatRupees(price),
    ),
    toComparisonRow(t('Type'), items, ({ kind }) => t(KIND_LABELS[kind].label)),
    toComparisonRow(t('Brand'), items, ({ brand }) => brand),
    toComparisonRow(t('Model or part number'), items, ({ commercial }) => commercial.code),
    toComparisonRow(
      t('Availability'),
      items,
      ({ commercial }) => commercial.availability && t(AVAILABILITY_TEXTS[commercial.availability]),
    ),
    toComparisonRow(t('Lead time'), items, ({ commercial: { leadTimeDays: days } }) =>
      days === null ? null : t('{count, plural, one {# day} other {# days}}', { count: days }),
    ),
    toComparisonRow(t('Warranty'), items, ({ commercial }) => formatWarranty(commercial.warrantyMonths)),
  ]
  return rows.filter(({ values }) => values.some((value) => value !== null))
}

/** Whether all of several items have the same key features, so that the differences are without them. */
export const haveEqualFeatures = (items: Item[]): boolean =>
  items.length > 1 && new Set(items.map(({ features }) => JSON.stringify(features))).size === 1

/** Returns a row that has no better values. An empty text is no value. */
function toComparisonRow(
  label: string,
  items: Item[],
  getValue: (item: Item) => string | null | undefined,
): ComparisonRow {
  const values = items.map((item) => getValue(item) || null)
  return { label, values, best: [], isEqual: values.every((value) => value === values[0]) }
}
