import { MAX_LISTED_IDS } from '#contracts/admin-item.ts'
import type {
  ItemRevision,
  PriceChangeBody,
  PriceChangePreview,
  PriceChangePreviewBody,
  PriceChangeReply,
} from '#contracts/price-change.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { badRequest } from '#server/kernel/problem.ts'
import { readItems } from '../export/read-items.ts'
import { recordChange } from '../items/commands.ts'
import type { ItemDeps } from '../items/deps.ts'
import { diffItems } from '../items/history.ts'
import { findByIdsAnyState, type ItemPatch, patchItem, type StoredItem } from '../items/store.ts'
import { listRowIdsForAdmin } from '../items/store-admin.ts'
import { findSnapshots } from '../items/store-history.ts'
import { describePriceChange, planPriceChange } from './price-change.ts'

const MAX_PREVIEWED_ROWS = 10
/** Revisions that one query reads. */
const SNAPSHOT_BATCH_SIZE = 100

type PricePatch = Pick<ItemPatch, 'pricePaise' | 'originalPricePaise'>

/** Returns what a price change would do, and changes nothing. Throws 400 for more than 10,000 items. */
export async function previewPriceChange(
  db: Db,
  { ids, filter, change }: PriceChangePreviewBody,
): Promise<PriceChangePreview> {
  const rowIds = await listRowIdsForAdmin(db, { sort: 'name', ...filter }, ids)
  if (rowIds.length > MAX_LISTED_IDS)
    throw badRequest(
      `The prices of at most ${MAX_LISTED_IDS.toLocaleString('en-IN')} items can be changed at once. Narrow the list with search and filters.`,
    )
  const preview: PriceChangePreview = {
    total: ids ? new Set(ids).size : rowIds.length,
    rows: [],
    items: [],
    becomeZero: 0,
    leftOut: { noPrice: 0, unchanged: 0, tooHigh: 0, archived: 0, deleted: 0 },
  }
  let readCount = 0
  for await (const items of readItems(db, rowIds)) {
    readCount += items.length
    for (const item of items) {
      const plan = planPriceChange(item, change)
      if (typeof plan === 'string') preview.leftOut[plan]++
      else addToPreview(preview, item, plan)
    }
  }
  preview.leftOut.deleted = preview.total - readCount
  return preview
}

function addToPreview(preview: PriceChangePreview, item: StoredItem, after: Required<PricePatch>): void {
  const { id, kind, name, revision, commercial } = item
  const price = toPair(item.pricePaise, after.pricePaise)
  const originalPrice = toPair(item.originalPricePaise, after.originalPricePaise)
  preview.items.push({ id, revision })
  if (price?.after === 0 || originalPrice?.after === 0) preview.becomeZero++
  if (preview.rows.length < MAX_PREVIEWED_ROWS)
    preview.rows.push({ id, kind, name, code: commercial.code ?? '', price, originalPrice })
}

const toPair = (before: number | null, after: number | null) =>
  before === null || after === null || before === after
    ? undefined
    : { before: before / 100, after: after / 100 }

/**
 * Changes the prices of items in one transaction. Items with another revision are left out and returned as conflicts, so
 * that a request that is repeated changes no price twice.
 */
export function changePrices(
  deps: ItemDeps,
  actor: Actor,
  { items, change }: PriceChangeBody,
): Promise<PriceChangeReply> {
  const note = describePriceChange(change)
  return patchPrices(deps, { actor, items, note }, async (_tx, current) => {
    const patches = new Map<string, PricePatch>()
    for (const item of current) {
      const plan = planPriceChange(item, change)
      if (typeof plan !== 'string') patches.set(item.id, plan)
    }
    return patches
  })
}

/** Gives items the prices of the revision before the present one, unless they were changed since. */
export function undoPriceChange(
  deps: ItemDeps,
  actor: Actor,
  items: ItemRevision[],
): Promise<PriceChangeReply> {
  return patchPrices(deps, { actor, items, note: 'price change undone' }, async (tx, current) => {
    const patches = new Map<string, PricePatch>()
    for (let start = 0; start < current.length; start += SNAPSHOT_BATCH_SIZE) {
      const batch = current.slice(start, start + SNAPSHOT_BATCH_SIZE)
      const revisions = batch.map(({ id, revision }) => ({ id, revision: revision - 1 }))
      for (const { id, item } of await findSnapshots(tx, revisions))
        patches.set(id, { pricePaise: item.pricePaise, originalPricePaise: item.originalPricePaise })
    }
    return patches
  })
}

interface PatchInput {
  actor: Actor
  items: ItemRevision[]
  /** Why the prices change, for the audit log. */
  note: string
}

function patchPrices(
  deps: ItemDeps,
  { actor, items, note }: PatchInput,
  getPatches: (tx: Tx, items: StoredItem[]) => Promise<Map<string, PricePatch>>,
): Promise<PriceChangeReply> {
  const revisions = new Map(items.map(({ id, revision }) => [id, revision]))
  return inContentTransaction(deps, async (tx) => {
    const found = await findByIdsAnyState(tx, [...revisions.keys()])
    const current = found.filter(({ id, revision }) => revisions.get(id) === revision)
    const patches = await getPatches(tx, current)
    const at = toIso(deps.clock())
    const changed: ItemRevision[] = []
    for (const before of current) {
      const patch = patches.get(before.id)
      const fields = diffItems(before, { ...before, ...patch }).map(({ field }) => field)
      if (!patch || fields.length === 0) continue
      const after = await patchItem(tx, before.id, patch, at)
      const detail = `${fields.join(', ')} (${note})`
      await recordChange(tx, actor, { before, after, action: 'changed', detail })
      changed.push({ id: after.id, revision: after.revision })
    }
    const unchangedIds = new Set(current.map(({ id }) => id))
    const names = new Map(found.map(({ id, name }) => [id, name]))
    const conflicts = [...revisions.keys()]
      .filter((id) => !unchangedIds.has(id))
      .map((id) => ({ id, name: names.get(id) ?? 'A deleted item' }))
    return { changed, conflicts }
  })
}
