import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemExportQuery } from '#contracts/item-export.ts'
import { KINDS, type Kind } from '#contracts/kind.ts'
import type { Db } from '#server/database/db.ts'
import { findByRowIdsAnyState, type StoredItem } from '../items/store.ts'
import { listRowIdsForAdmin } from '../items/store-admin.ts'
import { toSpecificationKey } from './columns.ts'

/** Items per read. One batch takes a few milliseconds, so that other requests do not wait for an export. */
const BATCH_SIZE = 200

/** The items of one kind that are exported. */
export interface KindOfItems {
  kind: Kind
  rowIds: number[]
}

/**
 * Returns the items to export by kind, in the order of the list. Kinds without items are left out, unless there are no
 * items at all: then the file shows the columns.
 */
export async function listItemsToExport(
  db: Db,
  { ids, kind, ...query }: Omit<ItemExportQuery, 'format'>,
): Promise<KindOfItems[]> {
  const rows = await listRowIdsForAdmin(db, { ...query, kind }, ids)
  const all = (kind ? [kind] : KINDS).map((each) => ({
    kind: each,
    rowIds: rows.filter((row) => row.kind === each).map(({ rowId }) => rowId),
  }))
  const filled = all.filter(({ rowIds }) => rowIds.length > 0)
  return filled.length > 0 ? filled : all
}

/** Yields the items in batches. Items that were deleted in the meantime are left out. */
export async function* readItems(db: Db, rowIds: number[]): AsyncGenerator<StoredItem[]> {
  for (let start = 0; start < rowIds.length; start += BATCH_SIZE) {
    yield await findByRowIdsAnyState(db, rowIds.slice(start, start + BATCH_SIZE))
    await nextTurn()
  }
}

/**
 * Returns the names of the specifications of these items, the most frequent first. Similar names are returned as one of
 * them, or as two if an item has both.
 */
export async function listSpecificationNames(db: Db, rowIds: number[]): Promise<string[]> {
  const names = new Map<string, { name: string; count: number }>()
  for await (const items of readItems(db, rowIds)) {
    for (const { specifications } of items) countNames(names, specifications)
  }
  return [...names.values()].sort((a, b) => b.count - a.count).map(({ name }) => name)
}

function countNames(
  names: Map<string, { name: string; count: number }>,
  specifications: StoredItem['specifications'],
): void {
  const keys = new Set<string>()
  for (const [name] of specifications) {
    const first = toSpecificationKey(name)
    const key = keys.has(first) ? `${first}\n` : first
    keys.add(key)
    const known = names.get(key)
    if (known) known.count++
    else names.set(key, { name, count: 1 })
  }
}
