import type { DemoRemoval } from '#contracts/demo-removal.ts'
import type { UndoObstacle } from '#contracts/item/uses.ts'
import { type NewAuditEntry, writeAuditEntries } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { deleteItem } from '../items/store.ts'
import {
  findEditedParts,
  findItemUses,
  findQuotedItems,
  listDemoItems,
  unmarkDemoItems,
} from '../items/store-uses.ts'

interface DemoItem {
  id: string
  name: string
  slug: string
}

/**
 * Returns the demo items that staff have not changed and nobody uses, and those that stay, as items of the firm: staff have
 * changed them, their documents, drawings or relations, or they are related to other items than those of the demo, or are part
 * of enquiries or quotations.
 */
export async function listUnusedDemoItems(
  db: Db,
): Promise<{ unused: DemoItem[]; kept: DemoRemoval['kept'] }> {
  const items = await listDemoItems(db)
  const ids = items.map(({ id }) => id)
  // Items of the firm were created after the demo.
  const loadedAt =
    items
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1) ?? ''
  const uses = await findItemUses(db, ids, {
    quoted: await findQuotedItems(db),
    isOwnRelation: ({ other }) => other.isDemo || other.createdAt <= loadedAt,
  })
  const edited = await findEditedParts(db)
  const unused: DemoItem[] = []
  const kept: DemoRemoval['kept'] = []
  for (const { id, name, slug, revision } of items) {
    const parts = edited.get(id) ?? new Set()
    const reasons: UndoObstacle[] = (uses.get(id) ?? []).filter(
      (use) => (use !== 'documents' || parts.has('document')) && (use !== 'drawings' || parts.has('drawing')),
    )
    if (parts.has('relation') && !reasons.includes('relations')) reasons.push('relations')
    if (revision > 1) reasons.unshift('changed')
    if (reasons.length > 0) kept.push({ id, name, reasons })
    else unused.push({ id, name, slug })
  }
  return { unused, kept }
}

/** Deletes these demo items, and makes the others items of the firm. */
export async function removeDemoItems(tx: Tx, unused: DemoItem[], actor: Actor, at: string): Promise<void> {
  const entries: NewAuditEntry[] = []
  for (const { id, name } of unused) {
    await deleteItem(tx, id)
    const subject = { subject: 'item', subjectId: id, subjectName: name } as const
    entries.push({ at, action: 'deleted', ...subject, detail: 'Removal of the demo', detailKind: 'facts' })
  }
  await unmarkDemoItems(tx)
  await writeAuditEntries(tx, actor, entries)
}
