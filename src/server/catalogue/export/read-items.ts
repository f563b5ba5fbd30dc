import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemExportQuery } from '#contracts/bulk-data/item-export.ts'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import type { Db } from '#server/database/db.ts'
import { toDocumentResponse } from '../documents/document-response.ts'
import { findDocuments } from '../documents/store.ts'
import { listRowIdsForAdmin } from '../item-api/store-admin.ts'
import { findByRowIdsAnyState, findSpecifications, type StoredItem } from '../items/store.ts'
import { listReferences, toReferenceText } from '../relations/references.ts'
import { type ExportedItem, toSpecificationKey } from './columns.ts'

/** Items per read. One batch takes a few milliseconds, so that other requests do not wait for an export. */
const BATCH_SIZE = 100
const NAME_BATCH_SIZE = 500

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
  const all: KindOfItems[] = []
  for (const each of kind ? [kind] : KINDS)
    all.push({ kind: each, rowIds: await listRowIdsForAdmin(db, { ...query, kind: each }, ids) })
  const filled = all.filter(({ rowIds }) => rowIds.length > 0)
  return filled.length > 0 ? filled : all
}

/** Yields the items in batches. Items that were deleted in the meantime are left out. */
export const readItems = (db: Db, rowIds: number[]): AsyncGenerator<StoredItem[]> =>
  readInBatches(rowIds, BATCH_SIZE, (batch) => findByRowIdsAnyState(db, batch))

/** Yields the items as `readItems` does, with what columns show of other tables. `origin` begins the links. */
export const readExportedItems = (db: Db, rowIds: number[], origin: string): AsyncGenerator<ExportedItem[]> =>
  readInBatches(rowIds, BATCH_SIZE, async (batch) => {
    const items = await findByRowIdsAnyState(db, batch)
    const documents = await findDocuments(
      db,
      items.map(({ id }) => id),
    )
    const references = await listReferences(
      db,
      items.map(({ id }) => id),
    )
    return items.map((item) => ({
      ...item,
      relations: toReferenceText(references.get(item.id)),
      documents: (documents.get(item.id) ?? []).map((row) => toDocumentResponse(row, origin)),
    }))
  })

/** Calls `read` with one batch after the other. Other requests are handled in between. */
async function* readInBatches<Row>(
  rowIds: number[],
  size: number,
  read: (batch: number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < rowIds.length; start += size) {
    yield await read(rowIds.slice(start, start + size))
    await nextTurn()
  }
}

/**
 * Returns the names of the specifications of these items, the most frequent first. Similar names are returned as one of
 * them, or as two if an item has both.
 */
export async function listSpecificationNames(db: Db, rowIds: number[]): Promise<string[]> {
  const names = new Map<string, { name: string; count: number }>()
  const batches = readInBatches(rowIds, NAME_BATCH_SIZE, (batch) => findSpecifications(db, batch))
  for await (const batch of batches) for (const specifications of batch) countNames(names, specifications)
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
