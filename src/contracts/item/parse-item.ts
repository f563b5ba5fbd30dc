import type { TranslatedLanguage } from '#messages/language.ts'
import type { Drawing } from '../files/drawing.ts'
import type { ItemDocument } from '../files/item-document.ts'
import type { CommercialFields } from './commercial-fields.ts'
import { COMMERCIAL_TYPES, mapCommercialFields } from './commercial-types.ts'
import type { Kind, Picture, Replacement, Specifications } from './item.ts'
import type { ItemRelations } from './relation.ts'

/**
 * An item in the form that the frontend uses, with one name for each field. A field that the item lacks is undefined
 * instead of optional, so that the compiler rejects a `parseItem` without it.
 */
export interface Item {
  kind: Kind
  id: string
  slug: string
  name: string
  description: string
  category: string
  brand: string | undefined
  /** Rupees. */
  price: number | undefined
  /** Rupees. */
  originalPrice: number | undefined
  rating: number | undefined
  reviewCount: number | undefined
  features: string[]
  specifications: Specifications
  commercial: CommercialFields
  pictures: Picture[]
  /** Empty in lists: only the response of a single item contains them. */
  relations: ItemRelations
  documents: ItemDocument[]
  /** The languages into which all texts of its page are translated; empty in lists. */
  languages: TranslatedLanguage[]
  /** What replaces an item that is discontinued; empty for any other. */
  replacedBy: Replacement[]
  /** The assembly drawings of a machine; empty in lists. */
  drawings: Drawing[]
  featured: boolean
  /** Whether the item is not published yet. */
  draft: boolean
  /** 0 if the response contained none. */
  revision: number
}

/**
 * Parses one item of a response under every documented alias of its fields (rows CLI-1, CLI-2). A field that is missing
 * or of another type gets its default. Uses no schema library, because it runs in the browser. Throws when `raw` is not
 * an object.
 */
export function parseItem(kind: Kind, raw: unknown): Item {
  if (typeof raw !== 'object' || raw === null) throw new Error('The response is not an item.')
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
    brand: parseText(record.brand),
    price: parseNumber(record.price),
    originalPrice: parseNumber(record.originalPrice),
    rating: parseNumber(record.rating),
    reviewCount: parseNumber(record.reviewCount),
    features: Array.isArray(record.features)
      ? record.features.filter((feature) => typeof feature === 'string')
      : [],
    specifications: parseSpecifications(record.specifications ?? record.specification ?? record.specs),
    commercial: mapCommercialFields((field) => {
      const parse = COMMERCIAL_TYPES[field] === 'text' ? parseText : parseNumber
      return parse(record[field]) ?? null
    }) as CommercialFields,
    pictures,
    relations: (record.relations ?? {}) as ItemRelations,
    documents: Array.isArray(record.documents) ? (record.documents as ItemDocument[]) : [],
    languages: (record.languages ?? []) as TranslatedLanguage[],
    replacedBy: (record.replacedBy ?? []) as Replacement[],
    drawings: (record.drawings ?? []) as Drawing[],
    featured: record.featured === true,
    draft: record.draft === true,
    revision: parseNumber(record.revision) ?? 0,
  }
}

/** Returns the URLs that start with http; an empty list if there are none (row CLI-2). */
export function filterHttpImages(images: unknown[] | null | undefined): string[] {
  return (images ?? []).filter(
    (image): image is string => typeof image === 'string' && image.startsWith('http'),
  )
}

/** Returns the first URL that starts with http of a single value or a list, otherwise `placeholder` (row CLI-2). */
export function getImageOr(placeholder: string, image: unknown): string {
  return filterHttpImages(Array.isArray(image) ? image : [image])[0] ?? placeholder
}

/** Returns the trimmed pairs with both name and value. Of pairs with the same name, only the last is returned. */
export function filterCompleteSpecifications(pairs: Specifications): Specifications {
  const trimmed = pairs.map(([key, value]): [string, string] => [key.trim(), value.trim()])
  return [...new Map(trimmed.filter(([key, value]) => key && value))]
}

const parseText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const parseNumber = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function parseSpecifications(map: unknown): Specifications {
  if (typeof map !== 'object' || map === null) return []
  return Object.entries(map).map(([key, value]) => [key, String(value)])
}
