import { z } from 'zod'
import { Kind, Picture, SearchText } from './item.ts'
import { ITEM_STATES, MISSING_FIELDS } from './item-state.ts'
import { LIMITS } from './limits.ts'
import { ADMIN_SORTS } from './sort.ts'
import { TextWithoutNul } from './text-without-nul.ts'

/** Whether an item is on the public site, is a draft, or is archived. */
export const ItemState = z.enum(ITEM_STATES)
export type ItemState = z.infer<typeof ItemState>

/** One line of the staff's list of everything. */
export const AdminItem = z.object({
  kind: Kind,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().meta({ description: 'Its first 200 characters' }),
  category: z.string(),
  price: z.number().optional().meta({ description: 'Rupees' }),
  picture: Picture.nullable(),
  featured: z.boolean(),
  state: ItemState,
  revision: z.number().int(),
  updatedAt: z.string(),
})
export type AdminItem = z.infer<typeof AdminItem>

const boundedInteger = (max: number) => z.coerce.number().int().min(0).max(max)

/** Filters of that list. Without `state` all but archived items are meant. */
export const AdminItemsQuery = z.object({
  search: SearchText.optional(),
  kind: Kind.optional(),
  category: TextWithoutNul.max(LIMITS.categoryLength).optional(),
  featured: z.enum(['true', 'false']).optional(),
  state: ItemState.optional(),
  missing: z.enum(MISSING_FIELDS).optional(),
  sort: z.enum(ADMIN_SORTS).default(ADMIN_SORTS[0]),
  limit: boundedInteger(200).default(50),
  offset: boundedInteger(100_000_000).default(0),
})
export type AdminItemsQuery = z.infer<typeof AdminItemsQuery>

/** Items whose ids one call answers. */
export const MAX_LISTED_IDS = 10_000
/** Items one call may change. */
const BULK_UPDATE_BATCH_SIZE = 500

const itemIds = z
  .array(TextWithoutNul.max(100))
  .min(1, 'Please choose at least one item.')
  .max(BULK_UPDATE_BATCH_SIZE, `At most ${BULK_UPDATE_BATCH_SIZE} items at once.`)

/** One change made to many items. `archived: false` brings them back in the state they had before. */
export const BulkItemUpdate = z
  .strictObject({
    ids: itemIds,
    featured: z.boolean().optional(),
    published: z.boolean().optional(),
    archived: z.boolean().optional(),
    category: TextWithoutNul.trim().min(1, 'Please enter a category.').max(LIMITS.categoryLength).optional(),
  })
  .refine(({ ids: _, ...changes }) => Object.keys(changes).length === 1, 'One change at a time, please.')
export type BulkItemUpdate = z.infer<typeof BulkItemUpdate>

/** What really changed, with the category each item had, so that it can be undone. */
export const BulkItemUpdateReply = z.object({
  changed: z.array(z.object({ id: z.string(), category: z.string() })),
})
export type BulkItemUpdateReply = z.infer<typeof BulkItemUpdateReply>

/** Where an item is used; whoever deletes it for good is told first. */
export const ItemUsage = z.object({
  enquiries: z.number().int(),
  featured: z.boolean(),
  /** Names of parts and machines whose specifications name it. */
  referencedBy: z.array(z.string()),
})
export type ItemUsage = z.infer<typeof ItemUsage>

/** One field as it was and as it became, in words. */
export const FieldDifference = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type FieldDifference = z.infer<typeof FieldDifference>

/** One revision of an item: who made it, when, and what it changed from the one before. */
export const ItemRevision = z.object({
  revision: z.number().int(),
  at: z.string(),
  by: z.string().meta({ description: "'' where it is not known" }),
  differences: z.array(FieldDifference),
})
export type ItemRevision = z.infer<typeof ItemRevision>

/** The kept revisions of an item, the newest first. */
export const ItemHistory = z.object({
  item: z.object({
    id: z.string(),
    kind: Kind,
    name: z.string(),
    state: ItemState,
    revision: z.number().int(),
  }),
  revisions: z.array(ItemRevision),
})
export type ItemHistory = z.infer<typeof ItemHistory>
