import { z } from 'zod'
import { ItemState } from '#contracts/item/admin-item.ts'
import { type CommercialFields as Fields, NO_COMMERCIAL_FIELDS } from '#contracts/item/commercial-fields.ts'
import { mapCommercialFields } from '#contracts/item/commercial-types.ts'
import { toValueSchema } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'

/** See `CommercialFields` in the contract. */
export const CommercialFields = z.object(
  mapCommercialFields((field) => toValueSchema(field).nullable()) as {
    [Field in keyof Fields]: z.ZodType<Fields[Field]>
  },
)

/**
 * What staff enter about an item, and what a revision of it stores. Images are media ids and external URLs. A new field needs
 * a default: revisions that were stored before it existed are read with this schema. `ITEM_FIELDS` says what is done with it.
 */
export const ItemDraft = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  brand: z.string().nullable().default(null),
  pricePaise: z.number().nullable().default(null),
  originalPricePaise: z.number().nullable().default(null),
  features: z.array(z.string()).default([]),
  specifications: z.array(z.tuple([z.string(), z.string()])).default([]),
  commercial: z.preprocess(
    (stored) => ({ ...NO_COMMERCIAL_FIELDS, ...(stored as object | undefined) }),
    CommercialFields,
  ),
  images: z.array(z.string()).default([]),
  /** The captions of images by media id or URL. */
  captions: z.record(z.string(), z.string()).default({}),
  featured: z.boolean().default(false),
  state: ItemState.default('published'),
})
export type ItemDraft = z.infer<typeof ItemDraft>

/** Returns the draft of a form in which nothing is entered. */
export const createEmptyDraft = (kind: Kind): ItemDraft =>
  ItemDraft.parse({ name: '', description: '', category: DEFAULT_CATEGORIES[kind] })
