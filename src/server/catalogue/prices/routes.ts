import { ItemBatchReply } from '#contracts/item-batch.ts'
import {
  PriceChangeBody,
  PriceChangePreview,
  PriceChangePreviewBody,
  PriceUndoBody,
} from '#contracts/price-change.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import type { ListingDeps } from '../items/deps.ts'
import { changePrices, previewPriceChange, undoPriceChange } from './commands.ts'

/** Registers the change of many prices: its preview, the change itself and its reversal. */
export function priceRoutes(app: Api, deps: ListingDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')
  const tags = ['items']

  const previewSummary = 'What a price change would do with up to 10,000 items. Changes nothing'
  const preview = {
    summary: previewSummary,
    body: PriceChangePreviewBody,
    response: { 200: PriceChangePreview },
  }
  app.post(
    '/api/items/price-changes/preview',
    { onRequest, schema: { tags, ...preview } },
    async ({ body }) => previewPriceChange(await deps.lists.getDb(), body),
  )

  const summary = 'Change the prices of items that still have these revisions'
  const response = { 200: ItemBatchReply }
  app.post(
    '/api/items/price-changes',
    { onRequest, schema: { tags, summary, body: PriceChangeBody, response } },
    (request) => changePrices(deps, getActor(request), request.body),
  )

  const undoSummary = 'Restore the prices before a price change, of items that were not changed since'
  app.post(
    '/api/items/price-changes/undo',
    { onRequest, schema: { tags, summary: undoSummary, body: PriceUndoBody, response } },
    (request) => undoPriceChange(deps, getActor(request), request.body.items),
  )
}
