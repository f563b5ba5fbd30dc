import { z } from 'zod'
import { LIMITS, MESSAGES } from './limits.ts'

/** The three things the firm sells. */
export const Kind = z.enum(['machine', 'spare', 'service'])
export type Kind = z.infer<typeof Kind>

/** Ordered name and value pairs; on the wire they are a map. */
export type Specifications = [key: string, value: string][]
export const SpecificationMap = z.record(z.string(), z.string())

/** Where each kind lives on the wire, and under which name its specifications travel (decision 0007). */
export const RESOURCES = {
  machine: { path: '/api/products', specificationsField: 'specifications', noun: 'Product' },
  spare: { path: '/api/spareparts', specificationsField: 'specs', noun: 'Spare part' },
  service: { path: '/api/services', specificationsField: 'specification', noun: 'Service' },
} as const satisfies Record<Kind, { path: string; specificationsField: string; noun: string }>

/** The order in which an id of unknown kind is looked up (row DET-1). */
export const LOOKUP_ORDER = ['machine', 'service', 'spare'] as const satisfies Kind[]

/** What a page needs to show a picture without anything shifting. Sizes in px after rotation. */
export const Picture = z.object({
  url: z.string().meta({ description: 'Absolute address of the widest WebP, or an outside address' }),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  thumbhash: z.string().optional().meta({ description: 'base64, see evanw/thumbhash' }),
  widths: z.array(z.number().int()).optional().meta({ description: 'Replace the last number of url by one of these' }),
})
export type Picture = z.infer<typeof Picture>

const common = {
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
  revision: z.number().int(),
  updatedAt: z.string(),
}
export const Machine = z.object({ ...common, specifications: SpecificationMap }).meta({ id: 'Machine' })
export type Machine = z.infer<typeof Machine>
export const SparePart = z.object({ ...common, specs: SpecificationMap }).meta({ id: 'SparePart' })
export type SparePart = z.infer<typeof SparePart>
export const Service = z.object({ ...common, specification: SpecificationMap }).meta({ id: 'Service' })
export type Service = z.infer<typeof Service>

/** Parameters of a list call (decision 0019). Without any the whole list is answered. */
export const ListQuery = z.object({
  search: z
    .string()
    .max(LIMITS.searchLength, `A search can have at most ${LIMITS.searchLength} characters.`)
    .refine((text) => !text.includes('\0'), 'A search cannot contain a null character.')
    .optional(),
  sort: z.enum(['name', 'price', 'featured']).optional(),
  limit: z.coerce.number().int().min(0).max(LIMITS.listLimit).optional(),
  offset: z.coerce.number().int().min(0).max(100_000_000).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>
export const MachineListQuery = ListQuery.extend({ category: z.string().max(LIMITS.categoryLength).optional() })
export type MachineListQuery = z.infer<typeof MachineListQuery>
export type Sort = NonNullable<ListQuery['sort']>

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
  existingImages: z.string().meta({ description: 'JSON list of the present images that stay, in order' }).optional(),
})
export type ItemFields = z.infer<typeof ItemFields>

/** The whole of a service as staff send it (row API-6). Absent means unchanged. */
export const ServiceBody = z.object({
  name: z.string(),
  description: z.string(),
  specification: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  images: z.array(z.string().max(LIMITS.addressLength)).max(LIMITS.images, MESSAGES.sixServiceImages).optional(),
  featured: z.boolean().optional(),
})
export type ServiceBody = z.infer<typeof ServiceBody>

/** Changes the flag and nothing else (row API-7). */
export const FeaturedBody = z.strictObject({ featured: z.boolean() })
export type FeaturedBody = z.infer<typeof FeaturedBody>

/** An item as the client knows it, whatever names it travelled under. */
export interface Item {
  kind: Kind
  id: string
  slug: string
  name: string
  description: string
  category: string
  brand?: string
  price?: number
  originalPrice?: number
  rating?: number
  reviewCount?: number
  features: string[]
  specifications: Specifications
  images: string[]
  pictures: Picture[]
  featured: boolean
}

const text = z.string().nullish()
/** What a reply may look like: every alias of the specification's section 3 (rows CLI-1, CLI-2). */
const AnyItem = z.looseObject({
  _id: text,
  id: text,
  slug: text,
  name: text,
  description: text,
  category: text,
  brand: text,
  price: z.number().nullish(),
  originalPrice: z.number().nullish(),
  rating: z.number().nullish(),
  reviewCount: z.number().nullish(),
  features: z.array(z.string()).nullish(),
  specifications: SpecificationMap.nullish(),
  specification: SpecificationMap.nullish(),
  specs: SpecificationMap.nullish(),
  images: z.array(z.string()).nullish(),
  imageUrl: text,
  pictures: z.array(Picture).nullish(),
  featured: z.boolean().nullish(),
})

/** Reads one item from a reply. Throws a ZodError when it is no item at all. */
export function readItem(kind: Kind, raw: unknown): Item {
  const it = AnyItem.parse(raw)
  const images = httpImages(it.images?.length ? it.images : [it.imageUrl])
  const id = it._id ?? it.id ?? ''
  return {
    kind,
    id,
    slug: it.slug ?? id,
    name: it.name ?? '',
    description: it.description ?? '',
    category: it.category ?? 'machine',
    ...(it.brand != null && { brand: it.brand }),
    ...(it.price != null && { price: it.price }),
    ...(it.originalPrice != null && { originalPrice: it.originalPrice }),
    ...(it.rating != null && { rating: it.rating }),
    ...(it.reviewCount != null && { reviewCount: it.reviewCount }),
    features: it.features ?? [],
    specifications: Object.entries(it.specifications ?? it.specification ?? it.specs ?? {}),
    images,
    pictures: it.pictures?.length ? it.pictures : images.map((url) => ({ url })),
    featured: it.featured ?? false,
  }
}

/** Keeps the addresses that start with http; an empty list otherwise (row CLI-2). */
export function httpImages(images: (string | null | undefined)[] | null | undefined): string[] {
  return (images ?? []).filter((image): image is string => typeof image === 'string' && image.startsWith('http'))
}

/** The first usable address of a single value or a list, else the placeholder (row CLI-2). */
export function imageOr(placeholder: string, image: string | (string | null | undefined)[] | null | undefined): string {
  return httpImages(Array.isArray(image) ? image : [image])[0] ?? placeholder
}

/** One line of the back office's table of everything that can be featured. */
export interface FeaturedEntry {
  id: string
  name: string
  description: string
  category: string
  featured: boolean
  type: Kind
}

/** The featured table's view of an item: a machine keeps its own category, the others name their kind. */
export function toFeaturedEntry({ id, name, description, category, featured, kind }: Item): FeaturedEntry {
  const shown = { machine: category || 'Machine', spare: 'Spare Part', service: 'Service' }[kind]
  return { id, name, description, category: shown, featured, type: kind }
}

/** Pairs whose name and value are both filled in; only these count and are kept. */
export function completeSpecifications(pairs: Specifications): Specifications {
  return pairs.map(([key, value]): [string, string] => [key.trim(), value.trim()]).filter(([key, value]) => key && value)
}
