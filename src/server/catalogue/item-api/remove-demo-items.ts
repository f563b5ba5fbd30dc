import type { DemoRemoval } from '#contracts/demo-removal.ts'
import { type NewAuditEntry, writeAuditEntries } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { deleteItem } from '../items/store.ts'
import {
  adoptDemoItems,
  findEditedParts,
  findItemUses,
  findQuotedItems,
  listDemoItems,
} from '../items/store-uses.ts'

/**
 * Returns the demo items that staff have not changed and nobody uses, and those that stay: staff have changed their documents,
 * drawings or relations, or they are related to other items than those of the demo, or are part of enquiries or quotations.
 */
export async function listUnusedDemoItems(
  db: Db,
): Promise<{ unused: { id: string; name: string }[]; kept: DemoRemoval['kept'] }> {
  const items = await listDemoItems(db)
  const ids = items.map(({ id }) => id)
  // A demo item that staff have edited is not marked any more; items of the firm were created after the demo.
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
  const unused: { id: string; name: string }[] = []
  const kept: DemoRemoval['kept'] = []
  for (const { id, name } of items) {
    const parts = edited.get(id) ?? new Set()
    const own = (uses.get(id) ?? []).filter(
      (use) => (use !== 'documents' || parts.has('document')) && (use !== 'drawings' || parts.has('drawing')),
    )
    if (parts.has('relation') && !own.includes('relations')) own.push('relations')
    if (own.length > 0) kept.push({ name, uses: own })
    else unused.push({ id, name })
  }
  return { unused, kept }
}

/** Deletes the items of `listUnusedDemoItems`, and returns their number and those that stay, as items of the firm. */
export async function removeDemoItems(
  tx: Tx,
  actor: Actor,
  at: string,
): Promise<Pick<DemoRemoval, 'items' | 'kept'>> {
  const { unused, kept } = await listUnusedDemoItems(tx)
  const entries: NewAuditEntry[] = []
  for (const { id, name } of unused) {
    await deleteItem(tx, id)
    const subject = { subject: 'item', subjectId: id, subjectName: name } as const
    entries.push({ at, action: 'deleted', ...subject, detail: 'Removal of the demo', detailKind: 'facts' })
  }
  await adoptDemoItems(tx)
  await writeAuditEntries(tx, actor, entries)
  return { items: unused.length, kept }
}
