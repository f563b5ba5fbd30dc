import type { Kind, Picture, Specifications } from './item.ts'

/** An item as the client knows it, whatever names it travelled under. */
export interface Item {
  kind: Kind
  id: string
  slug: string
  name: string
  description: string
  category: string
  brand?: string
  /** Rupees. */
  price?: number
  /** Rupees. */
  originalPrice?: number
  rating?: number
  reviewCount?: number
  features: string[]
  specifications: Specifications
  pictures: Picture[]
  featured: boolean
  /** Not on the site yet. */
  draft: boolean
  /** 0 where the reply gave none. */
  revision: number
}

/**
 * Reads one item from a reply, under every documented alias (rows CLI-1, CLI-2). Runs in the browser, so it needs no
 * schema library: what is missing or of another type takes its default. Throws when the reply is no object at all.
 */
export function parseItem(kind: Kind, raw: unknown): Item {
  if (typeof raw !== 'object' || raw === null) throw new Error('The reply is not an item.')
  const record = raw as Record<string, unknown>
  const id = parseText(record._id) ?? parseText(record.id) ?? ''
  const images = Array.isArray(record.images) && record.images.length > 0 ? record.images : [record.imageUrl]
  const pictures =
    Array.isArray(record.pictures) && record.pictures.length > 0
      ? (record.pictures as Picture[])
      : filterHttpImages(images).map((url) => ({ url }))
  return {
    kind,
    id,
    slug: parseText(record.slug) ?? id,
    name: parseText(record.name) ?? '',
    description: parseText(record.description) ?? '',
    category: parseText(record.category) ?? 'machine',
    ...optionalProperty('brand', parseText(record.brand)),
    ...optionalProperty('price', parseNumber(record.price)),
    ...optionalProperty('originalPrice', parseNumber(record.originalPrice)),
    ...optionalProperty('rating', parseNumber(record.rating)),
    ...optionalProperty('reviewCount', parseNumber(record.reviewCount)),
    features: Array.isArray(record.features)
      ? record.features.filter((feature) => typeof feature === 'string')
      : [],
    specifications: parseSpecifications(record.specifications ?? record.specification ?? record.specs),
    pictures,
    featured: record.featured === true,
    draft: record.draft === true,
    revision: parseNumber(record.revision) ?? 0,
  }
}

/** Keeps the addresses that start with http; an empty list otherwise (row CLI-2). */
export function filterHttpImages(images: unknown[] | null | undefined): string[] {
  return (images ?? []).filter(
    (image): image is string => typeof image === 'string' && image.startsWith('http'),
  )
}

/** The first usable address of a single value or a list, else the placeholder (row CLI-2). */
export function getImageOr(placeholder: string, image: unknown): string {
  return filterHttpImages(Array.isArray(image) ? image : [image])[0] ?? placeholder
}

/** Pairs whose name and value are both filled in; only these count and are kept, of one name the last. */
export function filterCompleteSpecifications(pairs: Specifications): Specifications {
  const trimmed = pairs.map(([key, value]): [string, string] => [key.trim(), value.trim()])
  return [...new Map(trimmed.filter(([key, value]) => key && value))]
}

const parseText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const parseNumber = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function optionalProperty<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value })
}

function parseSpecifications(map: unknown): Specifications {
  if (typeof map !== 'object' || map === null) return []
  return Object.entries(map).map(([key, value]) => [key, String(value)])
}
