import { z } from 'zod'
import { ItemState, MAX_LISTED_IDS } from '../item/admin-item.ts'
import { Kind } from '../item/item.ts'
import { LIMITS } from '../limits.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { ItemBatch } from './item-batch.ts'
import { DISMISSAL_REASON_LENGTH, FINDING_TYPES } from './quality-types.ts'

const count = z.number().int()
const id = TextWithoutNul.max(100)
const key = z.string().regex(/^[0-9a-f]{20}$/, 'must be the key of a finding')
const specificationName = TextWithoutNul.trim().min(1).max(LIMITS.specificationKeyLength)
const unit = TextWithoutNul.trim().max(LIMITS.specificationUnitLength)

/** What one request changes in every item of a finding. */
export const QualityFix = z.discriminatedUnion('action', [
  z
    .strictObject({
      action: z.literal('rename'),
      from: z.array(specificationName).min(1).max(100),
      to: specificationName,
    })
    .meta({ description: 'Give specifications one name' }),
  z
    .strictObject({ action: z.literal('unit'), name: specificationName, from: unit, to: unit.min(1) })
    .meta({ description: 'Convert the values of a specification to another unit' }),
  z
    .strictObject({
      action: z.literal('value'),
      name: specificationName,
      value: TextWithoutNul.trim().min(1, 'Enter a value.').max(LIMITS.specificationValueLength),
    })
    .meta({ description: 'Set a specification that the items have' }),
  z
    .strictObject({
      action: z.literal('hsn'),
      hsn: z.string().regex(/^(?:\d{4}|\d{6}|\d{8})$/, 'Enter a code of 4, 6 or 8 digits.'),
    })
    .meta({ description: 'Set the HSN or SAC code of items without one' }),
  z
    .strictObject({ action: z.literal('archive'), keep: id })
    .meta({ description: 'Archive the items except one' }),
])
export type QualityFix = z.infer<typeof QualityFix>

/** An item that a finding is about. */
export const FindingItem = z.object({
  id: z.string(),
  kind: Kind,
  name: z.string(),
  code: z.string(),
  category: z.string(),
  state: ItemState,
  texts: z.array(z.string()).meta({ description: 'What is wrong, such as Length: 55 inch' }),
})
export type FindingItem = z.infer<typeof FindingItem>

/** Something that is probably wrong with one or more items. */
export const Finding = z.object({
  key: key.meta({ description: 'Stays the same as long as the same is wrong' }),
  type: z.enum(FINDING_TYPES),
  kind: Kind,
  title: z.string(),
  detail: z.string(),
  count: count.meta({ description: 'The items concerned' }),
  items: z.array(FindingItem).meta({ description: 'The first of them' }),
  fix: QualityFix.nullable().meta({ description: 'What would correct all of them; null if nobody can know' }),
})
export type Finding = z.infer<typeof Finding>

const pageParams = {
  limit: z.coerce.number().int().min(0).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
}

/** Filters and page of the findings. */
export const FindingsQuery = z.object({
  type: z.enum(FINDING_TYPES).optional(),
  kind: Kind.optional(),
  ...pageParams,
})
export type FindingsQuery = z.infer<typeof FindingsQuery>

/** One page of findings that are not dismissed. */
export const FindingPage = z.object({
  items: count.meta({ description: 'The items that were checked: all that are not archived' }),
  counts: z.record(z.enum(FINDING_TYPES), count).meta({ description: 'The findings by type' }),
  dismissed: count,
  total: count.meta({ description: 'The findings that match, on all pages' }),
  findings: z.array(Finding),
})
export type FindingPage = z.infer<typeof FindingPage>

export const FindingParams = z.object({ key })
export const FindingItemsQuery = z.object(pageParams)

/** The finding that is not to be shown any more, and why. */
export const DismissalBody = z.strictObject({
  key,
  reason: TextWithoutNul.trim().min(1, 'Enter a reason.').max(DISMISSAL_REASON_LENGTH),
})
export type DismissalBody = z.infer<typeof DismissalBody>

/** A dismissed finding. */
export const Dismissal = z.object({
  key,
  type: z.enum(FINDING_TYPES),
  kind: Kind,
  title: z.string(),
  reason: z.string(),
  at: z.string().meta({ description: 'UTC, ISO 8601' }),
  by: z.string(),
})
export type Dismissal = z.infer<typeof Dismissal>

/** A finding and what is to be changed in its items. */
export const FixPreviewBody = z.strictObject({ key, fix: QualityFix })
export type FixPreviewBody = z.infer<typeof FixPreviewBody>

/** What a correction would do. */
export const FixPreview = z.object({
  total: count.meta({ description: 'The items of the finding' }),
  changes: z
    .array(
      z.object({
        id: z.string(),
        revision: count,
        kind: Kind,
        name: z.string(),
        code: z.string(),
        before: z.string(),
        after: z.string(),
      }),
    )
    .meta({ description: `Every change, at most ${MAX_LISTED_IDS}` }),
  leftOut: z.object({
    unchanged: count,
    both: count.meta({ description: 'Items that have both names with different values' }),
    notConvertible: count,
    invalid: count,
    later: count.meta({ description: 'Items beyond the maximum' }),
  }),
})
export type FixPreview = z.infer<typeof FixPreview>

export const FixUndoBody = z.strictObject({ items: ItemBatch })
export const FixBody = z.strictObject({ items: ItemBatch, fix: QualityFix })
export type FixBody = z.infer<typeof FixBody>
