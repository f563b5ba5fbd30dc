import type { AuditAction } from '#contracts/audit-log.ts'
import type { Kind } from '#contracts/kind.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/guard.ts'
import type { ItemDraft } from './draft.ts'
import { diffItems } from './history.ts'
import { type ItemPatch, insertItem, patchItem, type StoredItem, updateItem } from './store.ts'
import { saveRevision } from './store-history.ts'

/* Every write of an item's content, each with its revision and its audit entry. */

/** Who changes an item, and when (ISO 8601). */
interface ChangeContext {
  actor: Actor
  at: string
}

/** Stores a new item. */
export async function addItem(
  tx: Tx,
  context: ChangeContext,
  kind: Kind,
  draft: ItemDraft,
): Promise<StoredItem> {
  const after = await insertItem(tx, kind, draft, { at: context.at })
  await recordChange(tx, context, { after, action: 'created' })
  return after
}

/** Replaces everything that staff enter about an item. */
export async function replaceContent(
  tx: Tx,
  context: ChangeContext,
  before: StoredItem,
  draft: ItemDraft,
  audit: { action: AuditAction; detail?: string } = { action: 'changed' },
): Promise<StoredItem> {
  const after = await updateItem(tx, before, draft, context.at)
  await recordChange(tx, context, { before, after, ...audit })
  return after
}

/** Changes the featured flag, the state or the category of an item. */
export async function patchContent(
  tx: Tx,
  context: ChangeContext,
  before: StoredItem,
  patch: ItemPatch,
): Promise<StoredItem> {
  const after = await patchItem(tx, before.id, patch, context.at)
  await recordChange(tx, context, { before, after, action: getAuditAction(before, after) })
  return after
}

function getAuditAction(before: StoredItem, after: StoredItem): AuditAction {
  if (after.state === 'archived' && before.state !== 'archived') return 'archived'
  if (before.state === 'archived' && after.state !== 'archived') return 'restored'
  if (after.state !== before.state) return after.state === 'published' ? 'published' : 'unpublished'
  if (after.featured !== before.featured) return after.featured ? 'featured' : 'unfeatured'
  return 'changed'
}

interface RecordedChange {
  before?: StoredItem
  after: StoredItem
  action: AuditAction
  detail?: string
}

async function recordChange(
  tx: Tx,
  { actor, at }: ChangeContext,
  { before, after, action, detail }: RecordedChange,
): Promise<void> {
  await saveRevision(tx, actor, { before, after })
  const changedFields = () => (before ? diffItems(before, after).map(({ field }) => field) : [])
  await writeAuditEntry(tx, actor, {
    at,
    action,
    subject: 'item',
    subjectId: after.id,
    subjectName: after.name,
    detail: detail ?? (action === 'changed' ? changedFields().join(', ') : ''),
  })
}
