import type { FastifyInstance } from 'fastify'
import { ItemBatchReply } from '#contracts/bulk-data/item-batch.ts'
import {
  PriceChangeBody,
  PriceChangePreview,
  PriceChangePreviewBody,
  PriceUndoBody,
} from '#contracts/bulk-data/price-change.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { changePrices, previewPriceChange, undoPriceChange } from './commands.ts'

/** Registers the change of the prices of many items and its reversal. */
export function priceRoutes(app: FastifyInstance, deps: ListingDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'items' })

  route(
    'POST /api/items/price-changes/preview',
    {
      permission: 'catalogue.edit',
      summary: 'What a price change would do with up to 10,000 items. Changes nothing',
      body: PriceChangePreviewBody,
      reply: PriceChangePreview,
    },
    async ({ body }) => previewPriceChange(await deps.lists.getDb(), body),
  )

  route(
    'POST /api/items/price-changes',
    {
      permission: 'catalogue.edit',
      summary: 'Change the prices of items that still have these revisions',
      body: PriceChangeBody,
      reply: ItemBatchReply,
    },
    ({ actor, body }) => changePrices(deps, actor, body),
  )

  route(
    'POST /api/items/price-changes/undo',
    {
      permission: 'catalogue.edit',
      summary: 'Restore the prices before a price change, of items that were not changed since',
      body: PriceUndoBody,
      reply: ItemBatchReply,
    },
    ({ actor, body }) => undoPriceChange(deps, actor, body.items),
  )
}
