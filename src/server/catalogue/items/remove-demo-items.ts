import type { AuditDetailKind } from '#contracts/audit-log.ts'
import type { ItemUse } from '#contracts/item-uses.ts'
import type { Tx } from '#server/database/db.ts'
import { deleteItem } from './store.ts'
import { findItemUses, findQuotedItems } from './store-uses.ts'

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
  const items = await tx
    .selectFrom('item')
    .select(['id', 'name', 'created_at'])
    .where('is_demo', '=', 1)
    .orderBy('name_sort')
    .execute()
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

/** What staff have changed of each item besides its content. */
async function findEditedParts(tx: Tx): Promise<Map<string, Set<AuditDetailKind>>> {
  const rows = await tx
    .selectFrom('audit_log')
    .innerJoin('item', 'item.id', 'audit_log.subject_id')
    .select(['subject_id as id', 'detail_kind as kind'])
    .distinct()
    .where('subject', '=', 'item')
    .where('is_demo', '=', 1)
    .where('detail_kind', 'in', ['document', 'drawing', 'relation'])
    .execute()
  const parts = new Map<string, Set<AuditDetailKind>>()
  for (const { id, kind } of rows) parts.set(id, (parts.get(id) ?? new Set()).add(kind as AuditDetailKind))
  return parts
}
