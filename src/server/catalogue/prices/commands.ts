import type { ItemBatchReply, ItemRevision } from '#contracts/bulk-data/item-batch.ts'
import type {
  PriceChangeBody,
  PriceChangePreview,
  PriceChangePreviewBody,
} from '#contracts/bulk-data/price-change.ts'
import { formatCount } from '#contracts/format.ts'
import { MAX_LISTED_IDS } from '#contracts/item/admin-item.ts'
import { isLargePriceChange } from '#contracts/item/price-rules.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { readItems } from '../export/read-items.ts'
import { changeItemBatch, findEarlier } from '../item-api/change-batch.ts'
import { listRowIdsForAdmin } from '../item-api/store-admin.ts'
import type { ItemDeps } from '../items/deps.ts'
import { type ItemPatch, patchItem, type StoredItem } from '../items/store.ts'
import { describePriceChange, planPriceChange } from './price-change.ts'

const MAX_PREVIEWED_ROWS = 10

type PricePatch = Pick<ItemPatch, 'pricePaise' | 'originalPricePaise'>

/** Returns what a price change would do, and changes nothing. Throws 400 for more than 10,000 items. */
export async function previewPriceChange(
  db: Db,
  { ids, filter, change }: PriceChangePreviewBody,
): Promise<PriceChangePreview> {
  const rowIds = await listRowIdsForAdmin(db, { sort: 'name', ...filter }, ids)
  if (rowIds.length > MAX_LISTED_IDS)
    throw badRequest(
      `The prices of at most ${formatCount(MAX_LISTED_IDS)} items can be changed at once. Narrow the list with search and filters.`,
    )
  const preview: PriceChangePreview = {
    total: ids ? new Set(ids).size : rowIds.length,
    rows: [],
    items: [],
    large: 0,
    becomeZero: 0,
    leftOut: { noPrice: 0, unchanged: 0, tooHigh: 0, originalTooLow: 0, archived: 0, deleted: 0 },
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
  if (isLargePriceChange(item.pricePaise, after.pricePaise)) preview.large++
  if (price?.after === 0 || originalPrice?.after === 0) preview.becomeZero++
  if (preview.rows.length < MAX_PREVIEWED_ROWS)
    preview.rows.push({ id, kind, name, code: commercial.code ?? '', price, originalPrice })
}

const toPair = (before: number | null, after: number | null) =>
  before === null || after === null || before === after
    ? undefined
    : { before: before / 100, after: after / 100 }

/** Changes the prices of items. See `changeItemBatch` for conflicts. */
export const changePrices = (
  deps: ItemDeps,
  actor: Actor,
  { items, change }: PriceChangeBody,
): Promise<ItemBatchReply> =>
  changeItemBatch(deps, {
    ...{ actor, items, note: describePriceChange(change), write: writePrices },
    async getChanges(_tx, current) {
      const patches = new Map<string, PricePatch>()
      for (const item of current) {
        const plan = planPriceChange(item, change)
        if (typeof plan !== 'string') patches.set(item.id, plan)
      }
      return patches
    },
  })

/** Gives items the prices of the revision before the present one, unless they were changed since. */
export const undoPriceChange = (
  deps: ItemDeps,
  actor: Actor,
  items: ItemRevision[],
): Promise<ItemBatchReply> =>
  changeItemBatch(deps, {
    ...{ actor, items, note: 'price change undone', write: writePrices },
    getChanges: (tx, current) =>
      findEarlier(tx, current, ({ pricePaise, originalPricePaise }) => ({ pricePaise, originalPricePaise })),
  })

const writePrices = (tx: Tx, { id }: StoredItem, patch: PricePatch, at: string): Promise<StoredItem> =>
  patchItem(tx, id, patch, at)
