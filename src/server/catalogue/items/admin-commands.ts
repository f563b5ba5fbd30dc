import type { BulkItemUpdate, BulkItemUpdateReply } from '#contracts/admin-item.ts'
import { KINDS, type Kind } from '#contracts/kind.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inContentTransaction } from '#server/database/content-transaction.ts'
import type { Db } from '#server/database/db.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { badRequest, conflict, notFound } from '#server/kernel/problem.ts'
import { patchContent, replaceContent } from './changes.ts'
import type { ItemDeps } from './deps.ts'
import { getStateBeforeArchive, toDraft } from './history.ts'
import { normalizeCategory } from './rules.ts'
import {
  deleteItem,
  findByIdsAnyState,
  getItemByIdOrThrow,
  type ItemPatch,
  type StoredItem,
} from './store.ts'
import { listCategoryNames } from './store-admin.ts'
import { listSnapshots } from './store-history.ts'

/**
 * Makes one change to many items, all or none. Returns those that it changed: items that already are as requested stay
 * unchanged, and so do archived items unless the change restores them. Throws 400 if one of them does not exist.
 */
export async function bulkUpdate(
  deps: ItemDeps,
  actor: Actor,
  { ids, ...change }: BulkItemUpdate,
): Promise<BulkItemUpdateReply> {
  const categories = change.category === undefined ? undefined : await listCategoriesByKind(deps.db)
  const changed = await inContentTransaction(
    deps,
    async (tx) => {
      const uniqueIds = [...new Set(ids)]
      const items = await findByIdsAnyState(tx, uniqueIds)
      if (items.length < uniqueIds.length)
        throw badRequest('One of these items no longer exists. Please reload the list and try again.')
      const results: BulkItemUpdateReply['changed'] = []
      for (const item of items) {
        const patch = await toPatch(tx, item, change, categories?.get(item.kind))
        if (!patch) continue
        await patchContent(tx, { actor, at: toIso(deps.clock()) }, item, patch)
        results.push({ id: item.id, category: item.category })
      }
      return results
    },
    ({ length }) => length > 0,
  )
  return { changed }
}

/**
 * Gives an item the content of an earlier revision. An archived item gets the state it had before it was archived. Throws
 * 404 if the revision is not retained.
 */
export function restoreRevision(
  deps: ItemDeps,
  { actor, id, revision }: { actor: Actor; id: string; revision: number },
): Promise<StoredItem> {
  return inContentTransaction(deps, async (tx) => {
    const item = await getItemByIdOrThrow(tx, id)
    const snapshots = await listSnapshots(tx, item.id)
    const [snapshot, ...earlier] = snapshots.filter((candidate) => candidate.revision <= revision)
    if (snapshot?.revision !== revision) throw notFound('This revision')
    const audit = { action: 'restored', detail: `As it was at revision ${revision}` } as const
    const context = { actor, at: toIso(deps.clock()) }
    return replaceContent(tx, context, item, toDraft([snapshot, ...earlier]), audit)
  })
}

/** Deletes an archived item permanently. Throws 404, and 409 if it is not archived. */
export function removeItem(deps: ItemDeps, actor: Actor, id: string): Promise<void> {
  return inContentTransaction(deps, async (tx) => {
    const item = await getItemByIdOrThrow(tx, id)
    if (item.state !== 'archived')
      throw conflict('not-archived', `${item.name} is not archived. Archive it first.`)
    await deleteItem(tx, item.id)
    const subject = { subject: 'item', subjectId: item.id, subjectName: item.name } as const
    await writeAuditEntry(tx, actor, { at: toIso(deps.clock()), action: 'deleted', ...subject })
  })
}

/** Returns the change for one item, or undefined if there is none. */
async function toPatch(
  db: Db,
  item: StoredItem,
  { featured, published, archived, category }: Omit<BulkItemUpdate, 'ids'>,
  existingCategories: string[] = [],
): Promise<ItemPatch | undefined> {
  const isArchived = item.state === 'archived'
  if (archived !== undefined) {
    if (archived === isArchived) return undefined
    return { state: archived ? 'archived' : getStateBeforeArchive(await listSnapshots(db, item.id)) }
  }
  if (isArchived) return undefined
  if (featured !== undefined) return featured === item.featured ? undefined : { featured }
  if (published !== undefined) {
    const state = published ? 'published' : 'draft'
    return state === item.state ? undefined : { state }
  }
  const normalized = category && normalizeCategory(item.kind, category, existingCategories)
  return !normalized || normalized === item.category ? undefined : { category: normalized }
}

async function listCategoriesByKind(db: Db): Promise<Map<Kind, string[]>> {
  const categories = new Map<Kind, string[]>()
  for (const kind of KINDS) categories.set(kind, await listCategoryNames(db, kind))
  return categories
}
