import { z } from 'zod'
import { DISPLAY_LIMITS } from './display-limits.ts'
import { KINDS } from './kind.ts'
import { LIMITS, MESSAGES } from './limits.ts'
import { SORTS } from './sort.ts'
import { parseSpecificationFilters } from './specification-filter.ts'

/** The three kinds of items. */
export const Kind = z.enum(KINDS)
export type Kind = z.infer<typeof Kind>

/** Ordered name and value pairs; on the wire they are a map. */
export type Specifications = [key: string, value: string][]
const SpecificationMap = z.record(z.string(), z.string())

/** What a page needs to show a picture without anything shifting. Sizes in px after rotation. */
export const Picture = z.object({
  url: z.string().meta({ description: 'Absolute address of the widest WebP, or an outside address' }),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  thumbhash: z.string().optional().meta({ description: 'base64, see evanw/thumbhash' }),
  avif: z.boolean().optional().meta({ description: 'Every width is there as .avif too' }),
  widths: z
    .array(z.number().int())
    .optional()
    .meta({ description: 'Replace the last number of url by one of these' }),
})
export type Picture = z.infer<typeof Picture>

const commonFields = {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  brand: z.string().optional(),
  price: z.number().optional().meta({ description: 'Rupees' }),
  originalPrice: z.number().optional().meta({ description: 'Rupees' }),
  features: z.array(z.string()),
  images: z.array(z.string()).meta({ description: 'Absolute addresses, in order' }),
  imageUrl: z.string().nullable().meta({ description: 'The first image' }),
  pictures: z.array(Picture),
  featured: z.boolean(),
  draft: z.literal(true).optional().meta({ description: 'Not on the site yet; only staff are answered' }),
  revision: z.number().int(),
  updatedAt: z.string(),
}
export const Machine = z.object({ ...commonFields, specifications: SpecificationMap }).meta({ id: 'Machine' })
export type Machine = z.infer<typeof Machine>
export const SparePart = z.object({ ...commonFields, specs: SpecificationMap }).meta({ id: 'SparePart' })
export type SparePart = z.infer<typeof SparePart>
export const Service = z.object({ ...commonFields, specification: SpecificationMap }).meta({ id: 'Service' })
export type Service = z.infer<typeof Service>

/** Digits of a query parameter, 0 to `most`. */
const integerParam = (max: number) =>
  z
    .string()
    .regex(/^\d{1,11}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(max))

/** '1,2,3' → the ids, at most 200. */
export const idList = z
  .string()
  .max(10_000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string()).max(200, 'At most 200 ids.'))

const trueParam = z.literal('true', 'must be true or left out').transform(() => true)

/** What somebody looks for. */
export const SearchText = z
  .string()
  .max(DISPLAY_LIMITS.searchLength, `A search can have at most ${DISPLAY_LIMITS.searchLength} characters.`)
  .refine((text) => !text.includes('\0'), 'A search cannot contain a null character.')

/** Parameters of a list call (decisions 0019, 0107). Without any the whole list is answered. */
export const ListQuery = z.object({
  search: SearchText.optional(),
  approximate: trueParam.optional().meta({
    description: 'Codes without their gaps count too; and when nothing matches, what is close',
  }),
  sort: z.enum(SORTS).optional(),
  category: z.string().max(LIMITS.categoryLength).optional(),
  featured: trueParam.optional(),
  priceFrom: integerParam(LIMITS.price).optional().meta({ description: 'Rupees' }),
  priceTo: integerParam(LIMITS.price).optional().meta({ description: 'Rupees' }),
  specifications: z
    .string()
    .max(1000)
    .refine((text) => parseSpecificationFilters(text).length === text.split(',').length, {
      message: 'must read like bar-capacity.mm:20..40,fits:cl-25',
    })
    .optional()
    .meta({ description: 'Wishes about specifications, as /api/facets names them' }),
  ids: idList.optional().meta({ description: 'Only these, separated by commas' }),
  limit: integerParam(LIMITS.listLimit).optional(),
  offset: integerParam(100_000_000).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/**
 * The text fields of the multipart form that creates or changes a machine or part (row API-4, decision 0008).
 * Absent means unchanged, empty means cleared. `images` travels beside them as files.
 */
export const ItemFields = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string().max(LIMITS.categoryLength).optional(),
  specifications: z.string().meta({ description: 'JSON text of the map' }).optional(),
  featured: z.string().optional(),
  brand: z.string().max(LIMITS.brandLength).optional(),
  price: z.string().max(30).meta({ description: 'Rupees' }).optional(),
  originalPrice: z.string().max(30).meta({ description: 'Rupees' }).optional(),
  features: z.string().meta({ description: 'JSON list of texts' }).optional(),
  existingImages: z
    .string()
    .meta({
      description:
        "JSON list of the present images that stay, in order; 'file:0' stands for the first new file",
    })
    .optional(),
  draft: z.string().meta({ description: "'true': only staff see it" }).optional(),
  revision: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .meta({ description: 'What the change is based on; refused with 409 when it was changed meanwhile' })
    .optional(),
})
export type ItemFields = z.infer<typeof ItemFields>

/** The path parameter of a single item: its id or slug. */
export const ItemParams = z.object({ id: z.string().max(200) })

/** The whole of a service as staff send it (row API-6). Absent means unchanged. */
export const ServiceBody = z.object({
  name: z.string(),
  description: z.string(),
  specification: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  images: z.array(z.string().max(LIMITS.urlLength)).max(LIMITS.images, MESSAGES.sixServiceImages).optional(),
  featured: z.boolean().optional(),
  draft: z.boolean().optional(),
  revision: z.number().int().optional(),
})
export type ServiceBody = z.infer<typeof ServiceBody>

/** Changes the flag and nothing else (row API-7). */
export const FeaturedBody = z.strictObject({ featured: z.boolean() })
export type FeaturedBody = z.infer<typeof FeaturedBody>
