import { z } from 'zod'
import { ADMIN_SORTS, SORT_DIRECTIONS } from '../catalogue/sort.ts'
import { LIMITS } from '../limits.ts'
import { Revision } from '../revision.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { Kind, Picture, SearchText } from './item.ts'
import { ITEM_STATES, MISSING_FIELDS } from './state.ts'

/** Whether an item is on the public site, is a draft, or is archived. */
export const ItemState = z.enum(ITEM_STATES)
export type ItemState = z.infer<typeof ItemState>

/** One row of the admin's list of all items. */
export const AdminItem = z.object({
  kind: Kind,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().meta({ description: 'The first 200 characters of the description' }),
  category: z.string(),
  partNumber: z
    .string()
    .meta({ description: "The part, model or order number of the specifications; '' if there is none" }),
  price: z.number().optional().meta({ description: 'Rupees' }),
  picture: Picture.nullable(),
  featured: z.boolean(),
  state: ItemState,
  revision: z.number().int(),
  updatedAt: z.string(),
})
export type AdminItem = z.infer<typeof AdminItem>

const OmittedCode = z.object({
  name: z
    .string()
    .meta({ description: 'Of the specification, such as Part number; Code for the code itself' }),
  position: z.number().int().optional().meta({ description: 'Of the specification in the original, from 0' }),
})
/** A part number, or similar code, that a copy has not. */
export type OmittedCode = z.infer<typeof OmittedCode>

export const ItemCopy = AdminItem.extend({
  omittedCodes: z.array(OmittedCode),
  omittedFiles: z
    .object({ documents: z.number().int(), drawings: z.number().int() })
    .meta({ description: 'How many documents and assembly drawings of the original the copy has not' }),
})
export type ItemCopy = z.infer<typeof ItemCopy>

const boundedInteger = (max: number) => z.coerce.number().int().min(0).max(max)

/** Filters, sort order and page of the admin's list. Without `state`, the list omits archived items. */
export const AdminItemsQuery = z.object({
  search: SearchText.optional(),
  kind: Kind.optional(),
  category: TextWithoutNul.max(LIMITS.categoryLength).optional(),
  featured: z.enum(['true', 'false']).optional(),
  state: ItemState.optional(),
  missing: z.enum(MISSING_FIELDS).optional(),
  sort: z.enum(ADMIN_SORTS).default(ADMIN_SORTS[0]),
  order: z
    .enum(SORT_DIRECTIONS)
    .optional()
    .meta({ description: 'By default the newest first, everything else ascending' }),
  limit: boundedInteger(200).default(50),
  offset: boundedInteger(100_000_000).default(0),
})
export type AdminItemsQuery = z.infer<typeof AdminItemsQuery>

/** A category in use. */
export const CategoryCount = z.object({
  name: z.string(),
  count: z.number().int().meta({ description: 'Its items that are not archived' }),
})
export type CategoryCount = z.infer<typeof CategoryCount>

/** Maximum number of ids in the response to one request for the ids of a list. */
export const MAX_LISTED_IDS = 10_000
/** Maximum number of items that one request may change. */
const BULK_UPDATE_BATCH_SIZE = 500

const itemIds = z
  .array(TextWithoutNul.max(100))
  .min(1, 'Choose at least one item.')
  .max(BULK_UPDATE_BATCH_SIZE, `At most ${BULK_UPDATE_BATCH_SIZE} items can be changed at once.`)

/** One change to many items. `archived: false` restores the state that they had before they were archived. */
export const BulkItemUpdate = z
  .strictObject({
    ids: itemIds,
    featured: z.boolean().optional(),
    published: z.boolean().optional(),
    archived: z.boolean().optional(),
    category: TextWithoutNul.trim().min(1, 'Enter a category.').max(LIMITS.categoryLength).optional(),
  })
  .refine(({ ids: _, ...changes }) => Object.keys(changes).length === 1, 'Make one change at a time.')
export type BulkItemUpdate = z.infer<typeof BulkItemUpdate>

/** The items that were changed, each with its previous category, so that the change can be undone. */
export const BulkItemUpdateReply = z.object({
  changed: z.array(z.object({ id: z.string(), category: z.string() })),
})
export type BulkItemUpdateReply = z.infer<typeof BulkItemUpdateReply>

/** Where an item is used. The admin shows it before an item is deleted permanently. */
export const ItemUsage = z.object({
  /** Enquiries about it, also those of which it is one line. */
  enquiries: z.number().int(),
  /** Quotations with it in a line, drafts and issues. */
  quotations: z.number().int(),
  featured: z.boolean(),
  /** Names of spare parts and machines whose specifications contain the item's name. */
  referencedBy: z.array(z.string()),
  /** Pages and articles that show it, in every state. */
  publications: z.number().int(),
})
export type ItemUsage = z.infer<typeof ItemUsage>

/** An item and its stored revisions, newest first. */
export const ItemHistory = z.object({
  item: z.object({
    id: z.string(),
    kind: Kind,
    name: z.string(),
    state: ItemState,
    revision: z.number().int(),
  }),
  revisions: z.array(Revision),
  changes: z
    .array(z.object({ at: z.string(), by: z.string(), detail: z.string() }))
    .meta({ description: 'The last 100 changes of documents, relations and drawings, the newest first' }),
})
export type ItemHistory = z.infer<typeof ItemHistory>
