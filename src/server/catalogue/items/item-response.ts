import type { z } from 'zod'
import { COMMERCIAL_FIELD_NAMES } from '#contracts/commercial-fields.ts'
import type { ItemSummary } from '#contracts/discovery.ts'
import { Machine, type Picture, Service, SparePart } from '#contracts/item.ts'
import type { Kind } from '#contracts/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { ItemDeps } from './deps.ts'
import type { StoredItem } from './store.ts'

export type ItemResponse = Machine | SparePart | Service
export const RESPONSE_SCHEMAS: Record<Kind, z.ZodType<ItemResponse>> = {
  machine: Machine,
  spare: SparePart,
  service: Service,
}

type ResponseDeps = Pick<ItemDeps, 'media'>

/** Converts items to responses with the field names of their kind (decision 0007) and the URLs of their pictures. */
export async function toItemResponses(
  { media }: ResponseDeps,
  origin: string,
  items: StoredItem[],
): Promise<ItemResponse[]> {
  const pictures = await media.describe(
    items.flatMap(({ images }) => images),
    origin,
  )
  return items.map((item) => toResponse(item, pictures))
}

/** Converts one item as `toItemResponses` does. */
export async function toItemResponse(
  { media }: ResponseDeps,
  origin: string,
  item: StoredItem,
): Promise<ItemResponse> {
  return toResponse(item, await media.describe(item.images, origin))
}

/** Converts items to the summaries that lists of items of any kind show, with their first picture. */
export async function toSummaries(
  { media }: ResponseDeps,
  origin: string,
  items: StoredItem[],
): Promise<ItemSummary[]> {
  const pictures = await media.describe(
    items.flatMap(({ images }) => images.slice(0, 1)),
    origin,
  )
  return items.map(({ kind, id, slug, name, category, pricePaise, images: [image = ''] }) => ({
    kind,
    id,
    slug,
    name,
    category,
    ...(pricePaise !== null && { price: pricePaise / 100 }),
    picture: pictures.get(image) ?? null,
  }))
}

function toResponse(item: StoredItem, pictureOf: ReadonlyMap<string, Picture>): ItemResponse {
  const {
    kind,
    state,
    specifications,
    commercial,
    captions,
    brand,
    pricePaise,
    originalPricePaise,
    ...unchanged
  } = item
  const pictures = item.images.flatMap((image) => {
    const picture = pictureOf.get(image)
    const caption = captions[image]
    return picture ? [caption ? { ...picture, caption } : picture] : []
  })
  const images = pictures.map(({ url }) => url)
  return {
    // A field of the draft that responses do not have, and that is not converted below, does not compile.
    kind,
    ...(unchanged satisfies Pick<Machine, keyof typeof unchanged>),
    ...(brand !== null && { brand }),
    ...(pricePaise !== null && { price: pricePaise / 100 }),
    ...(originalPricePaise !== null && { originalPrice: originalPricePaise / 100 }),
    ...toStatedFields(commercial),
    [RESOURCES[kind].specificationsField]: Object.fromEntries(specifications),
    images,
    imageUrl: images[0] ?? null,
    pictures,
    ...(state === 'draft' && { draft: true as const }),
  } as ItemResponse
}

/** Returns the commercial fields that are stated. */
function toStatedFields(commercial: StoredItem['commercial']): Partial<StoredItem['commercial']> {
  const stated: Record<string, unknown> = {}
  for (const field of COMMERCIAL_FIELD_NAMES)
    if (commercial[field] !== null) stated[field] = commercial[field]
  return stated
}
