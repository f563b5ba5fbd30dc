import { z } from 'zod'
import { AdminItemsQuery, MAX_LISTED_IDS } from '../item/admin-item.ts'
import { Kind } from '../item/item.ts'
import { LIMITS } from '../limits.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { ItemBatch, ItemRevision } from './item-batch.ts'
import { PRICE_STEPS } from './price-steps.ts'

const MAX_PERCENT = 1000

/** How prices change, such as price and original price by 7.5 percent, rounded to 10 rupees. */
export const PriceChange = z
  .strictObject({
    by: z.enum(['percent', 'amount']),
    value: z
      .number()
      .min(-LIMITS.price)
      .max(LIMITS.price)
      .refine((value) => value !== 0, 'Enter by how much the prices change.')
      .refine(hasTwoDecimals, 'A price change can have at most two decimals.')
      .meta({ description: 'Percent or rupees; negative to reduce prices' }),
    prices: z.enum(['price', 'originalPrice', 'both']),
    roundTo: z.literal(PRICE_STEPS).meta({ description: 'Rupees; half a step is rounded up' }),
  })
  .refine(
    ({ by, value }) => by === 'amount' || (value >= -100 && value <= MAX_PERCENT),
    `A percentage must be between -100 and ${MAX_PERCENT}.`,
  )
export type PriceChange = z.infer<typeof PriceChange>

function hasTwoDecimals(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 * Math.max(1, Math.abs(value))
}

const id = TextWithoutNul.max(100)

/** The items whose prices would change: some of them, or those that match the filters of the admin's list. */
export const PriceChangePreviewBody = z
  .strictObject({
    ids: z
      .array(id)
      .min(1, 'Choose at least one item.')
      .max(MAX_LISTED_IDS, `The prices of at most ${MAX_LISTED_IDS} items can be changed at once.`)
      .optional(),
    filter: AdminItemsQuery.omit({ limit: true, offset: true, sort: true, order: true }).strict().optional(),
    change: PriceChange,
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Send ids or a filter.')
export type PriceChangePreviewBody = z.infer<typeof PriceChangePreviewBody>

const PricePair = z.object({ before: z.number(), after: z.number() }).optional()

/** What a price change would do. Prices are rupees. */
export const PriceChangePreview = z.object({
  total: z.number().int().meta({ description: 'The number of items that were chosen' }),
  rows: z
    .array(
      z.object({
        id: z.string(),
        kind: Kind,
        name: z.string(),
        code: z.string(),
        price: PricePair,
        originalPrice: PricePair,
      }),
    )
    .meta({ description: 'The first items that change; of each the prices that change' }),
  items: z
    .array(ItemRevision)
    .meta({ description: 'All items that change, for the request that changes them' }),
  large: z.number().int().meta({ description: 'How many prices change by more than 50 %' }),
  becomeZero: z.number().int().meta({ description: 'How many of them get a price of 0' }),
  leftOut: z
    .object({
      noPrice: z.number().int(),
      unchanged: z.number().int(),
      tooHigh: z.number().int(),
      originalTooLow: z.number().int(),
      archived: z.number().int(),
      deleted: z.number().int(),
    })
    .meta({ description: 'How many items stay as they are, by reason' }),
})
export type PriceChangePreview = z.infer<typeof PriceChangePreview>

export const PriceUndoBody = z.strictObject({ items: ItemBatch })
export const PriceChangeBody = z.strictObject({ items: ItemBatch, change: PriceChange })
export type PriceChangeBody = z.infer<typeof PriceChangeBody>
