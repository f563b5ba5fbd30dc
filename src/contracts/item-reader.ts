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
export function readItem(kind: Kind, raw: unknown): Item {
  if (typeof raw !== 'object' || raw === null) throw new Error('The reply is not an item.')
  const it = raw as Record<string, unknown>
  const id = text(it._id) ?? text(it.id) ?? ''
  const images = Array.isArray(it.images) && it.images.length > 0 ? it.images : [it.imageUrl]
  const pictures =
    Array.isArray(it.pictures) && it.pictures.length > 0
      ? (it.pictures as Picture[])
      : httpImages(images).map((url) => ({ url }))
  return {
    kind,
    id,
    slug: text(it.slug) ?? id,
    name: text(it.name) ?? '',
    description: text(it.description) ?? '',
    category: text(it.category) ?? 'machine',
    ...optional('brand', text(it.brand)),
    ...optional('price', amount(it.price)),
    ...optional('originalPrice', amount(it.originalPrice)),
    ...optional('rating', amount(it.rating)),
    ...optional('reviewCount', amount(it.reviewCount)),
    features: Array.isArray(it.features) ? it.features.filter((feature) => typeof feature === 'string') : [],
    specifications: readSpecifications(it.specifications ?? it.specification ?? it.specs),
    pictures,
    featured: it.featured === true,
    draft: it.draft === true,
    revision: amount(it.revision) ?? 0,
  }
}

/** Keeps the addresses that start with http; an empty list otherwise (row CLI-2). */
export function httpImages(images: unknown[] | null | undefined): string[] {
  return (images ?? []).filter(
    (image): image is string => typeof image === 'string' && image.startsWith('http'),
  )
}

/** The first usable address of a single value or a list, else the placeholder (row CLI-2). */
export function imageOr(placeholder: string, image: unknown): string {
  return httpImages(Array.isArray(image) ? image : [image])[0] ?? placeholder
}

/** Pairs whose name and value are both filled in; only these count and are kept, of one name the last. */
export function completeSpecifications(pairs: Specifications): Specifications {
  const trimmed = pairs.map(([key, value]): [string, string] => [key.trim(), value.trim()])
  return [...new Map(trimmed.filter(([key, value]) => key && value))]
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const amount = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value })
}

function readSpecifications(map: unknown): Specifications {
  if (typeof map !== 'object' || map === null) return []
  return Object.entries(map).map(([key, value]) => [key, String(value)])
}
