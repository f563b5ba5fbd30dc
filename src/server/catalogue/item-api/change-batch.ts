import type { ItemBatchReply, ItemRevision } from '#contracts/bulk-data/item-batch.ts'
import type { Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { ItemDraft } from '../item/draft.ts'
import type { ItemDeps } from '../items/deps.ts'
import { diffItems } from '../items/history.ts'
import { findByIdsAnyState, type StoredItem } from '../items/store.ts'
import { findLastChangedBy, findSnapshots } from '../items/store-history.ts'
import { recordChange } from './commands.ts'

/** Revisions that one query reads. */
const SNAPSHOT_BATCH_SIZE = 100

interface BatchChange<Changes> {
  actor: Actor
  items: ItemRevision[]
  /** Why the items change, for the audit log. */
  note: string
  /** Returns what changes, by the ids of the items. An item without an entry stays as it is. */
  getChanges(tx: Tx, items: StoredItem[]): Promise<Map<string, Changes>>
  write(tx: Tx, before: StoredItem, changes: Changes, at: string): Promise<StoredItem>
}

/**
 * Changes items in one transaction. Items with another revision are left out and returned as conflicts. A request whose
 * response was lost can be repeated: items that it has changed stay as they are and are returned as changed.
 */
export function changeItemBatch<Changes extends Partial<ItemDraft>>(
  deps: ItemDeps,
  { actor, items, note, getChanges, write }: BatchChange<Changes>,
): Promise<ItemBatchReply> {
  const revisions = new Map(items.map(({ id, revision }) => [id, revision]))
  return inContentTransaction(deps, async (tx) => {
    const found = await findByIdsAnyState(tx, [...revisions.keys()])
    const current = found.filter(({ id, revision }) => revisions.get(id) === revision)
    const next = found.filter(({ id, revision }) => revisions.get(id) === revision - 1)
    const repeated = await findChangedBefore(tx, next, { actor, getChanges })
    const changesById = await getChanges(tx, current)
    const at = toIso(deps.clock())
    const changed: ItemRevision[] = repeated.map(({ id, revision }) => ({ id, revision }))
    for (const before of current) {
      const changes = changesById.get(before.id)
      const fields = diffItems(before, { ...before, ...changes }).map(({ field }) => field)
      if (!changes || fields.length === 0) continue
      const after = await write(tx, before, changes, at)
      const detail = `${fields.join(', ')} (${note})`
      await recordChange(tx, actor, { before, after, action: describeStateChange(before, after), detail })
      changed.push({ id: after.id, revision: after.revision })
    }
    const handledIds = new Set([...current, ...repeated].map(({ id }) => id))
    const names = new Map(found.map(({ id, name }) => [id, name]))
    const conflicts = [...revisions.keys()]
      .filter((id) => !handledIds.has(id))
      .map((id) => ({ id, name: names.get(id) ?? 'A deleted item' }))
    return { changed, conflicts }
  })
}

/** Returns those of the items whose present revision this actor has made by the same change. */
async function findChangedBefore<Changes extends Partial<ItemDraft>>(
  tx: Tx,
  items: StoredItem[],
  { actor, getChanges }: Pick<BatchChange<Changes>, 'actor' | 'getChanges'>,
): Promise<StoredItem[]> {
  const ownIds = await findLastChangedBy(
    tx,
    actor,
    items.map(({ id }) => id),
  )
  const own = items.filter(({ id }) => ownIds.has(id))
  const earlier = await findEarlier(tx, own, (draft, item): StoredItem => {
    return { ...item, ...draft, revision: item.revision - 1 }
  })
  const changesById = await getChanges(tx, [...earlier.values()])
  return own.filter((item) => {
    const before = earlier.get(item.id)
    const changes = changesById.get(item.id)
    return before && changes && diffItems({ ...before, ...changes }, item).length === 0
  })
}

const describeStateChange = (before: StoredItem, after: StoredItem) =>
  before.state === after.state ? 'changed' : after.state === 'archived' ? 'archived' : 'restored'

/** Returns what `select` takes of each item's revision before the present one, by the ids of the items. */
export async function findEarlier<Changes>(
  tx: Tx,
  items: StoredItem[],
  select: (earlier: ItemDraft, item: StoredItem) => Changes,
): Promise<Map<string, Changes>> {
  const earlierById = new Map<string, Changes>()
  for (let start = 0; start < items.length; start += SNAPSHOT_BATCH_SIZE) {
    const batch = new Map(items.slice(start, start + SNAPSHOT_BATCH_SIZE).map((item) => [item.id, item]))
    const revisions = [...batch.values()].map(({ id, revision }) => ({ id, revision: revision - 1 }))
    for (const { id, item } of await findSnapshots(tx, revisions))
      earlierById.set(id, select(item, batch.get(id)!))
  }
  return earlierById
}
