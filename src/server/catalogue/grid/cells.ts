import type { CellProblem, GridChange, GridItem } from '#contracts/bulk-data/grid.ts'
import { GRID_FIELDS, type GridField } from '#contracts/bulk-data/grid-fields.ts'
import { LIMITS } from '#contracts/limits.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { mergeSpecifications } from '../imports/row-values.ts'
import type { ItemDraft } from '../item/draft.ts'
import { getField } from '../item/fields.ts'
import { checkFields, checkPrices, readItemForm } from '../item/rules.ts'
import type { StoredItem } from '../items/store.ts'

/* The cells of the grid: pure functions from items to texts, and from texts to items. */

/** Returns an item as a row of the grid. */
export function toGridItem(item: StoredItem): GridItem {
  const { id, kind, revision } = item
  const fields = Object.fromEntries(GRID_FIELDS.map((field) => [field, toText(item, field)]))
  const specifications = Object.fromEntries(item.specifications)
  return { id, kind, revision, fields: fields as GridItem['fields'], specifications }
}

function toText(item: StoredItem, field: GridField): string {
  const value = getField(item, field) ?? ''
  const isPrice = (field === 'price' || field === 'originalPrice') && value !== ''
  return String(isPrice ? Number(value) / 100 : value)
}

/** Returns an item with changed cells, or what is wrong with each of them. The rules are those of the forms. */
export function applyCells(
  item: StoredItem,
  { fields, specifications }: Pick<GridChange, 'fields' | 'specifications'>,
): { draft: ItemDraft; problems: CellProblem[] } {
  // An imported item may have fewer specifications than forms require.
  const limits = item.specifications.length < LIMITS.minSpecifications ? { minSpecifications: 0 } : LIMITS
  const problems: CellProblem[] = []
  let draft: ItemDraft = item
  const attempt = (field: string, change: () => ItemDraft) => {
    try {
      const next = change()
      checkFields(item.kind, next, limits)
      draft = next
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      problems.push({ field, message: error.message })
    }
  }
  for (const [field, text] of Object.entries(fields) as [GridField, string][])
    attempt(field, () => readItemForm(item.kind, { [field]: text }, draft.images, draft))
  for (const [name, value] of Object.entries(specifications))
    attempt(`specifications.${name}`, () => ({
      ...draft,
      specifications: mergeSpecifications(draft.specifications, [[name, value.trim()]]),
    }))
  // Both prices can be changed at the same time.
  const priceField = fields.originalPrice === undefined ? 'price' : 'originalPrice'
  if (fields[priceField] !== undefined)
    attempt(priceField, () => {
      checkPrices(draft)
      return draft
    })
  return { draft, problems }
}
