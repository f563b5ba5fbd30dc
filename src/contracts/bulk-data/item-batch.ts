import { z } from 'zod'
import { TextWithoutNul } from '../text-without-nul.ts'
import { ITEM_BATCH_SIZE } from './item-batch-limits.ts'

/** An item with the revision that a request expects it to have. */
export const ItemRevision = z.object({ id: TextWithoutNul.max(100), revision: z.number().int().min(1) })
export type ItemRevision = z.infer<typeof ItemRevision>

/** The items of one request, with the revisions of the preview, or to undo with those of the reply. */
export const ItemBatch = z
  .array(ItemRevision)
  .min(1, 'Choose at least one item.')
  .max(ITEM_BATCH_SIZE, `At most ${ITEM_BATCH_SIZE} items can be changed in one request.`)

/** The items that were changed, with their new revisions, and those that others changed or deleted meanwhile. */
export const ItemBatchReply = z.object({
  changed: z.array(ItemRevision),
  conflicts: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ItemBatchReply = z.infer<typeof ItemBatchReply>
