import type { BulkItemUpdate, BulkItemUpdateReply } from '#contracts/admin-item.ts'
import type { Db } from '#server/database/db.ts'
import { recordChange } from '#server/database/log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { timestamp } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { conflict, invalid, notFound } from '#server/kernel/problem.ts'
import { anyItem, type ChangeParts, mark, replace } from './changes.ts'
import { stateBeforeArchive, toDraft } from './history.ts'
import { deleteItem, findEvery, type ItemMark, type StoredItem } from './store.ts'
import { listSnapshots } from './store-history.ts'

/**
 * Makes one change to many items, all or none. Items it would not change are left alone and not answered; an archived
 * item takes nothing but its restoration. Throws 400 when one of them does not exist.
 */
export async function changeMany(
  parts: ChangeParts,
  by: Actor,
  { ids, ...change }: BulkItemUpdate,
): Promise<BulkItemUpdateReply> {
  const changed = await inTransaction(parts.db, async (transaction) => {
    const items = await findEvery(transaction, [...new Set(ids)])
    if (items.length < new Set(ids).size)
      throw invalid('One of these items is gone. Please reload the list and try again.')
    const done: BulkItemUpdateReply['changed'] = []
    for (const item of items) {
      const wish = await markFor(transaction, item, change)
      if (!wish) continue
      await mark(parts, transaction, by, item, wish)
      done.push({ id: item.id, category: item.category })
    }
    return done
  })
  if (changed.length > 0) parts.events.emit('content')
  return { changed }
}

/** Makes an item what it was at an earlier revision, archived or not. Throws 404 when that is not kept any more. */
export async function restoreRevision(
  parts: ChangeParts,
  by: Actor,
  id: string,
  revision: number,
): Promise<StoredItem> {
  const restored = await inTransaction(parts.db, async (transaction) => {
    const item = await anyItem(transaction, id)
    const snapshots = await listSnapshots(transaction, item.id)
    const [snapshot, ...earlier] = snapshots.filter((kept) => kept.revision <= revision)
    if (snapshot?.revision !== revision) throw notFound('This revision')
    const how = { action: 'restored', detail: `As it was at revision ${revision}` } as const
    return replace(parts, transaction, by, item, toDraft([snapshot, ...earlier]), how)
  })
  parts.events.emit('content')
  return restored
}

/** Removes an archived item for good, and notes who did. Throws 404, and 409 when it is not archived. */
export async function removeItem(parts: ChangeParts, by: Actor, id: string): Promise<void> {
  await inTransaction(parts.db, async (transaction) => {
    const item = await anyItem(transaction, id)
    if (item.state !== 'archived')
      throw conflict('not-archived', `${item.name} is still in use. Archive it first.`)
    await deleteItem(transaction, item.id)
    const subject = { subject: 'item', subjectId: item.id, subjectName: item.name } as const
    await recordChange(transaction, by, { at: timestamp(parts.clock()), action: 'deleted', ...subject })
  })
  parts.events.emit('content')
}

/** What a change means for one item; undefined when it is so already, or does not apply. */
async function markFor(
  db: Db,
  item: StoredItem,
  { featured, published, archived, category }: Omit<BulkItemUpdate, 'ids'>,
): Promise<ItemMark | undefined> {
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
