import type {
  CellProblem,
  GridChange,
  GridItem,
  GridQuery,
  GridSaveBody,
  GridSaveReply,
} from '#contracts/bulk-data/grid.ts'
import { GRID_FIELDS, type GridField, MAX_GRID_ITEMS } from '#contracts/bulk-data/grid-fields.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { Page } from '#contracts/page.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { readItems } from '../export/read-items.ts'
import { mergeSpecifications } from '../imports/row-values.ts'
import type { ItemDraft } from '../item/draft.ts'
import { getField } from '../item/fields.ts'
import { checkFields, checkPrices, readItemForm } from '../item/rules.ts'
import { recordChange, toExistingCategory } from '../item-api/commands.ts'
import { listRowIdsForAdmin } from '../item-api/store-admin.ts'
import type { ItemDeps } from '../items/deps.ts'
import { diffItems } from '../items/history.ts'
import { findByIdsAnyState, type StoredItem, updateItem } from '../items/store.ts'
import { listSnapshots } from '../items/store-history.ts'

/** Returns the first 2,000 of these items in the order of the list, without archived ones. */
export async function listGridItems(db: Db, { ids, filter }: GridQuery): Promise<Page<GridItem>> {
  const found = await listRowIdsForAdmin(db, filter ?? { sort: 'name' }, ids)
  const rowIds = found.slice(0, MAX_GRID_ITEMS)
  const items: GridItem[] = []
  for await (const batch of readItems(db, rowIds))
    items.push(...batch.filter(({ state }) => state !== 'archived').map(toGridItem))
  return { items, total: found.length }
}

/** Saves changed cells of many items, each item completely or not at all, and says what happened to each. */
export async function saveGridChanges(
  deps: ItemDeps,
  actor: Actor,
  { changes }: GridSaveBody,
): Promise<GridSaveReply> {
  const categories = await normalizeCategories(deps.db, changes)
  return inContentTransaction(deps, async (tx) => {
    const items = await findByIdsAnyState(
      tx,
      changes.map(({ id }) => id),
    )
    const byId = new Map(items.map((item) => [item.id, item]))
    const results: GridSaveReply['results'] = []
    for (const change of changes) {
      const before = byId.get(change.id)
      const category = before && categories.get(toCategoryKey(before.kind, change.fields.category))
      const fields = category === undefined ? change.fields : { ...change.fields, category }
      results.push(
        before
          ? await saveRow(tx, { actor, at: toIso(deps.clock()) }, before, { ...change, fields })
          : { status: 'deleted', id: change.id },
      )
    }
    return { results }
  })
}

async function saveRow(
  tx: Tx,
  { actor, at }: { actor: Actor; at: string },
  before: StoredItem,
  change: GridChange,
): Promise<GridSaveReply['results'][number]> {
  const { id } = before
  if (before.revision !== change.revision) {
    const [latest] = await listSnapshots(tx, id)
    return { status: 'conflict', id, item: toGridItem(before), by: latest?.by ?? '' }
  }
  const toInvalid = (field: string, message: string) => ({
    status: 'invalid' as const,
    id,
    problems: [{ field, message }],
  })
  if (before.state === 'archived') return toInvalid('state', `${before.name} is archived. Restore it first.`)
  const { draft, problems } = applyCells(before, change)
  if (problems.length > 0) return { status: 'invalid', id, problems }
  if (diffItems(before, draft).length === 0) return { status: 'saved', id, item: toGridItem(before) }
  try {
    const after = await updateItem(tx, before, draft, at)
    await recordChange(tx, actor, { before, after, action: 'changed' })
    return { status: 'saved', id, item: toGridItem(after) }
  } catch (error) {
    // Another item has the code; nothing of this item was written.
    if (!(error instanceof HttpProblem)) throw error
    return toInvalid('code', error.message)
  }
}

/** The entered categories in the spelling of existing ones. They are read before the transaction (`toExistingCategory`). */
async function normalizeCategories(db: Db, changes: GridChange[]): Promise<Map<string, string>> {
  const entered = changes.filter(({ fields }) => fields.category?.trim())
  const items = await findByIdsAnyState(
    db,
    entered.map(({ id }) => id),
  )
  const kinds = new Map(items.map(({ id, kind }) => [id, kind]))
  const categories = new Map<string, string>()
  for (const { id, fields } of entered) {
    const kind = kinds.get(id)
    const key = kind && toCategoryKey(kind, fields.category)
    if (key && !categories.has(key))
      categories.set(key, await toExistingCategory(db, kind, fields.category!.trim()))
  }
  return categories
}

const toCategoryKey = (kind: Kind, category = ''): string => `${kind}\n${category}`

/* The cells of the grid: pure functions from items to texts, and from texts to items. */

/** Returns an item as a row of the grid. */
function toGridItem(item: StoredItem): GridItem {
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
function applyCells(
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
