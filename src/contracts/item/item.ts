import { z } from 'zod'
import { DISPLAY_LIMITS } from '../catalogue/display-limits.ts'
import { SORTS } from '../catalogue/sort.ts'
import { parseSpecificationFilters } from '../catalogue/specification-filter.ts'
import { ItemDocument } from '../files/item-document.ts'
import { LIMITS, MESSAGES } from '../limits.ts'
import { findUnit } from '../quantities/units.ts'
import { PageLanguages } from '../translated-language.ts'
import { COMMERCIAL_FIELDS, type CommercialFields } from './commercial-fields.ts'
import { COMMERCIAL_TYPES, type CommercialField, mapCommercialFields } from './commercial-types.ts'
import { KINDS } from './kind.ts'

/** The three kinds of items. */
export const Kind = z.enum(KINDS)
export type Kind = z.infer<typeof Kind>

/** Pairs of name and value, in order. In JSON they are an object. */
export type Specifications = [key: string, value: string][]
const SpecificationMap = z.record(z.string(), z.string())

/** A picture with the sizes that prevent layout shifts. Sizes are in px, after EXIF rotation. */
export const Picture = z.object({
  url: z.string().meta({ description: 'URL of the widest WebP file, or of a picture on another site' }),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  thumbhash: z.string().optional().meta({ description: 'base64, see evanw/thumbhash' }),
  avif: z.boolean().optional().meta({ description: 'Every width also exists as .avif' }),
  widths: z
    .array(z.number().int())
    .optional()
    .meta({ description: 'The widths that exist; each replaces the last number of `url`' }),
  caption: z.string().optional(),
})
export type Picture = z.infer<typeof Picture>

export function toValueSchema(field: CommercialField) {
  const { choices, description } = COMMERCIAL_FIELDS[field]
  const type = COMMERCIAL_TYPES[field]
  const text = choices ? z.enum(Object.keys(choices)) : z.string()
  return (type === 'text' ? text : type === 'integer' ? z.number().int() : z.number()).meta({ description })
}

/** An item that replaces one that is no longer made. */
export const Replacement = z.object({ kind: Kind, id: z.string(), name: z.string() })
export type Replacement = z.infer<typeof Replacement>
export const Replacements = z
  .array(Replacement)
  .optional()
  .meta({ description: 'The published items that replace one that is discontinued' })

const commonFields = {
  kind: Kind,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  brand: z.string().optional(),
  price: z.number().optional().meta({ description: 'Rupees' }),
  originalPrice: z.number().optional().meta({ description: 'Rupees' }),
  ...(mapCommercialFields((field) => toValueSchema(field).optional()) as {
    [Field in CommercialField]: z.ZodOptional<z.ZodType<NonNullable<CommercialFields[Field]>>>
  }),
  features: z.array(z.string()),
  images: z.array(z.string()).meta({ description: 'Absolute URLs, in order' }),
  imageUrl: z.string().nullable().meta({ description: 'The first image' }),
  pictures: z.array(Picture),
  documents: z.array(ItemDocument),
  replacedBy: Replacements,
  languages: PageLanguages,
  featured: z.boolean(),
  draft: z
    .literal(true)
    .optional()
    .meta({ description: 'The item is not published; only staff can read it' }),
  revision: z.number().int(),
  updatedAt: z.string(),
}
export const Machine = z.object({ ...commonFields, specifications: SpecificationMap }).meta({ id: 'Machine' })
export type Machine = z.infer<typeof Machine>
export const SparePart = z.object({ ...commonFields, specs: SpecificationMap }).meta({ id: 'SparePart' })
export type SparePart = z.infer<typeof SparePart>
export const Service = z.object({ ...commonFields, specification: SpecificationMap }).meta({ id: 'Service' })
export type Service = z.infer<typeof Service>

/** A whole number from 0 to `max` in a query parameter. */
const integerParam = (max: number) =>
  z
    .string()
    .regex(/^\d{1,11}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(max))

/** Parses '1,2,3' to a list of at most 200 ids. */
export const idList = z
  .string()
  .max(10_000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string()).max(200, 'At most 200 ids.'))

const trueParam = z.literal('true', 'must be true or omitted').transform(() => true)

export const SearchText = z
  .string()
  .max(DISPLAY_LIMITS.searchLength, `A search can have at most ${DISPLAY_LIMITS.searchLength} characters.`)
  .refine((text) => !text.includes('\0'), 'A search cannot contain a null character.')

/** The parameter of filters on specifications. */
const SpecificationFilterText = z
  .string()
  .max(1000)
  .refine((text) => parseSpecificationFilters(text).length === text.split(',').length, {
    message: 'must have a form such as bar-capacity:42mm..,run-out.mm:..0.01,fits:cl-25',
  })
  .refine(
    (text) =>
      parseSpecificationFilters(text).every(({ unit }) => unit === undefined || findUnit(unit) !== undefined),
    { message: 'must have units that are known, such as mm, in, kW, hp, kg or rpm' },
  )

/** Parameters of a public list (decisions 0019, 0107). Without any of them, the response contains all items. */
export const ListQuery = z.object({
  search: SearchText.optional(),
  approximate: trueParam.optional().meta({
    description: 'Also find codes without separators and, if there are no matches, similar words',
  }),
  sort: z.enum(SORTS).optional(),
  category: z.string().max(LIMITS.categoryLength).optional(),
  featured: trueParam.optional(),
  priceFrom: integerParam(LIMITS.price).optional().meta({ description: 'Rupees' }),
  priceTo: integerParam(LIMITS.price).optional().meta({ description: 'Rupees' }),
  specifications: SpecificationFilterText.optional().meta({
    description:
      'Filters with the keys and values that /api/facets returns, or names and numbers with any unit: bar-capacity:1.6in..',
  }),
  fits: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Return only the spare parts that fit the machine with this slug or id' }),
  ids: idList.optional().meta({ description: 'Return only the items with these ids, separated by commas' }),
  limit: integerParam(LIMITS.listLimit).optional(),
  offset: integerParam(100_000_000).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/**
 * The text fields of the multipart form that creates or changes a machine or spare part (row API-4, decision 0008). An
 * absent field is unchanged, an empty one is cleared. The form also contains the files `images`.
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
        "JSON list of the current images to retain, in order; 'file:0' refers to the first new file",
    })
    .optional(),
  captions: z
    .string()
    .meta({ description: "JSON list of the images' captions, in the order of the images; '' for none" })
    .optional(),
  ...mapCommercialFields((field) =>
    z.string().max(200).meta({ description: COMMERCIAL_FIELDS[field].description }).optional(),
  ),
  draft: z.string().meta({ description: "'true': the item is not published" }).optional(),
  revision: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .meta({ description: 'The revision that was edited; 409 if it is no longer the stored one' })
    .optional(),
})
export type ItemFields = z.infer<typeof ItemFields>

/** The path parameter of a single item: its id or slug. */
export const ItemParams = z.object({ id: z.string().max(200) })

/** A service as JSON, as staff create or change it (row API-6). An absent field is unchanged. */
export const ServiceBody = z.object({
  name: z.string(),
  description: z.string(),
  specification: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  images: z.array(z.string().max(LIMITS.urlLength)).max(LIMITS.images, MESSAGES.sixServiceImages).optional(),
  captions: z.array(z.string()).max(LIMITS.images).optional(),
  // null or '' clears a field.
  ...mapCommercialFields(() => z.union([z.string().max(200), z.number(), z.null()]).optional()),
  featured: z.boolean().optional(),
  draft: z.boolean().optional(),
  revision: z.number().int().optional(),
})
export type ServiceBody = z.infer<typeof ServiceBody>

/** A change of the featured flag alone (row API-7). */
export const FeaturedBody = z.strictObject({ featured: z.boolean() })
export type FeaturedBody = z.infer<typeof FeaturedBody>
