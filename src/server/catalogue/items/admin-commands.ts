import type { BulkItemUpdate, BulkItemUpdateReply } from '#contracts/admin-item.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { badRequest, conflict, notFound } from '#server/kernel/problem.ts'
import { applyPatch, getItemByIdOrThrow, type ItemCommandDeps, replaceContent } from './commands.ts'
import { stateBeforeArchive, toDraft } from './history.ts'
import { deleteItem, findByIdsAnyState, type ItemPatch, type StoredItem } from './store.ts'
import { listSnapshots } from './store-history.ts'

/**
 * Makes one change to many items, all or none. Items it would not change are left alone and not answered; an archived
 * item takes nothing but its restoration. Throws 400 when one of them does not exist.
 */
export async function bulkUpdate(
  deps: ItemCommandDeps,
  actor: Actor,
  { ids, ...change }: BulkItemUpdate,
): Promise<BulkItemUpdateReply> {
  const changed = await inTransaction(deps.db, async (transaction) => {
    const items = await findByIdsAnyState(transaction, [...new Set(ids)])
    if (items.length < new Set(ids).size)
      throw badRequest('One of these items is gone. Please reload the list and try again.')
    const results: BulkItemUpdateReply['changed'] = []
    for (const item of items) {
      const patch = await toPatch(transaction, item, change)
      if (!patch) continue
      await applyPatch(deps, transaction, actor, item, patch)
      results.push({ id: item.id, category: item.category })
    }
    return results
  })
  if (changed.length > 0) deps.events.emit('content-changed')
  return { changed }
}

/** Makes an item what it was at an earlier revision, archived or not. Throws 404 when that is not kept any more. */
export async function restoreRevision(
  deps: ItemCommandDeps,
  actor: Actor,
  id: string,
  revision: number,
): Promise<StoredItem> {
  const restored = await inTransaction(deps.db, async (transaction) => {
    const item = await getItemByIdOrThrow(transaction, id)
    const snapshots = await listSnapshots(transaction, item.id)
    const [snapshot, ...earlier] = snapshots.filter((candidate) => candidate.revision <= revision)
    if (snapshot?.revision !== revision) throw notFound('This revision')
    const audit = { action: 'restored', detail: `As it was at revision ${revision}` } as const
    return replaceContent(deps, transaction, actor, item, toDraft([snapshot, ...earlier]), audit)
  })
  deps.events.emit('content-changed')
  return restored
}

/** Removes an archived item for good, and notes who did. Throws 404, and 409 when it is not archived. */
export async function removeItem(deps: ItemCommandDeps, actor: Actor, id: string): Promise<void> {
  await inTransaction(deps.db, async (transaction) => {
    const item = await getItemByIdOrThrow(transaction, id)
    if (item.state !== 'archived')
      throw conflict('not-archived', `${item.name} is still in use. Archive it first.`)
    await deleteItem(transaction, item.id)
    const subject = { subject: 'item', subjectId: item.id, subjectName: item.name } as const
    await writeAuditEntry(transaction, actor, { at: toIso(deps.clock()), action: 'deleted', ...subject })
  })
  deps.events.emit('content-changed')
}

/** What a change means for one item; undefined when it is so already, or does not apply. */
async function toPatch(
  db: Db,
  item: StoredItem,
  { featured, published, archived, category }: Omit<BulkItemUpdate, 'ids'>,
): Promise<ItemPatch | undefined> {
  const isArchived = item.state === 'archived'
  if (archived !== undefined) {
    if (archived === isArchived) return undefined
    return { state: archived ? 'archived' : stateBeforeArchive(await listSnapshots(db, item.id)) }
  }
  if (isArchived) return undefined
  if (featured !== undefined) return featured === item.featured ? undefined : { featured }
  if (published !== undefined) {
    const state = published ? 'published' : 'draft'
    return state === item.state ? undefined : { state }
  }
  return category === undefined || category === item.category ? undefined : { category }
}
