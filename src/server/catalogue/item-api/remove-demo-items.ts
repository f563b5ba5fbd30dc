import type { ItemUse } from '#contracts/item/uses.ts'
import type { Tx } from '#server/database/db.ts'
import { deleteItem } from '../items/store.ts'
import { findEditedParts, findItemUses, findQuotedItems, listDemoItems } from '../items/store-uses.ts'

/** A demo item that staff or visitors use. */
export interface KeptDemoItem {
  name: string
  uses: ItemUse[]
}

/**
 * Deletes the demo items that staff have not changed and nobody uses. Returns their number, and the items that stay: staff
 * have changed their documents, drawings or relations, or they are related to other items than those of the demo, or are
 * part of enquiries or quotations.
 */
export async function removeDemoItems(tx: Tx): Promise<{ removed: number; kept: KeptDemoItem[] }> {
  const items = await listDemoItems(tx)
  const ids = items.map(({ id }) => id)
  // A demo item that staff have edited is not marked any more; items of the firm were created after the demo.
  const loadedAt =
    items
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1) ?? ''
  const uses = await findItemUses(tx, ids, {
    quoted: await findQuotedItems(tx),
    isOwnRelation: ({ other }) => other.isDemo || other.createdAt <= loadedAt,
  })
  const edited = await findEditedParts(tx)
  const kept: KeptDemoItem[] = []
  for (const { id, name } of items) {
    const parts = edited.get(id) ?? new Set()
    const own = (uses.get(id) ?? []).filter(
      (use) => (use !== 'documents' || parts.has('document')) && (use !== 'drawings' || parts.has('drawing')),
    )
    if (parts.has('relation') && !own.includes('relations')) own.push('relations')
    if (own.length > 0) kept.push({ name, uses: own })
    else await deleteItem(tx, id)
  }
  return { removed: items.length - kept.length, kept }
}
