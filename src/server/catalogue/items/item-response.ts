import type { ItemSummary } from '#contracts/discovery.ts'
import type { Kind, Machine, Picture, Service, SparePart } from '#contracts/item.ts'
import type { StoredItem } from './store.ts'

export type ItemResponseByKind = { machine: Machine; spare: SparePart; service: Service }

/** Each kind speaks its documented field names on the wire (decision 0007). */
export const itemSerializers: {
  [K in Kind]: (item: StoredItem, pictures: Picture[]) => ItemResponseByKind[K]
} = {
  machine: (item, pictures) => ({
    ...toCommonFields(item, pictures),
    specifications: Object.fromEntries(item.specifications),
  }),
  spare: (item, pictures) => ({
    ...toCommonFields(item, pictures),
    specs: Object.fromEntries(item.specifications),
  }),
  service: (item, pictures) => ({
    ...toCommonFields(item, pictures),
    specification: Object.fromEntries(item.specifications),
  }),
}

function toCommonFields(item: StoredItem, pictures: Picture[]) {
  const images = pictures.map((picture) => picture.url)
  return {
    id: item.id,
    slug: item.slug,
    name: item.name,
    description: item.description,
    category: item.category,
    ...(item.brand !== null && { brand: item.brand }),
    ...(item.pricePaise !== null && { price: item.pricePaise / 100 }),
    ...(item.originalPricePaise !== null && { originalPrice: item.originalPricePaise / 100 }),
    features: item.features,
    images,
    imageUrl: images[0] ?? null,
    pictures,
    featured: item.featured,
    ...(item.draft && { draft: true as const }),
    revision: item.revision,
    updatedAt: item.updatedAt,
  }
}

/** The little that a row of other items shows. */
export function toSummary(item: StoredItem, pictures: Picture[]): ItemSummary {
  return {
    kind: item.kind,
    id: item.id,
    slug: item.slug,
    name: item.name,
    category: item.category,
    ...(item.pricePaise !== null && { price: item.pricePaise / 100 }),
    picture: pictures[0] ?? null,
  }
}
