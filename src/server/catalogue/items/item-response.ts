import type { z } from 'zod'
import type { ItemSummary } from '#contracts/discovery.ts'
import { Machine, type Picture, Service, SparePart } from '#contracts/item.ts'
import type { Kind } from '#contracts/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { ItemDeps } from './deps.ts'
import type { StoredItem } from './store.ts'

export const RESPONSE_SCHEMAS = { machine: Machine, spare: SparePart, service: Service }
export type ItemResponse<K extends Kind = Kind> = z.infer<(typeof RESPONSE_SCHEMAS)[K]>

type ResponseDeps = Pick<ItemDeps, 'media'>

/** Converts items to responses with the field names of their kind (decision 0007) and the URLs of their pictures. */
export function toItemResponses<K extends Kind>(
  deps: ResponseDeps,
  origin: string,
  kind: K,
  items: StoredItem[],
): Promise<ItemResponse<K>[]> {
  const { specificationsField } = RESOURCES[kind]
  return mapWithPictures(deps, origin, items, (item, pictures) => {
    const specifications = Object.fromEntries(item.specifications)
    return { ...toCommonFields(item, pictures), [specificationsField]: specifications } as ItemResponse<K>
  })
}

/** Converts one item as `toItemResponses` does. */
export async function toItemResponse<K extends Kind>(
  deps: ResponseDeps,
  origin: string,
  kind: K,
  item: StoredItem,
): Promise<ItemResponse<K>> {
  const [response] = await toItemResponses(deps, origin, kind, [item])
  return response!
}

/** Converts items to the summaries that lists of items of any kind show, with their first picture. */
export const toSummaries = (
  deps: ResponseDeps,
  origin: string,
  items: StoredItem[],
): Promise<ItemSummary[]> =>
  mapWithPictures(
    deps,
    origin,
    items.map((item) => ({ ...item, images: item.images.slice(0, 1) })),
    ({ kind, id, slug, name, category, pricePaise }, [picture = null]) => ({
      kind,
      id,
      slug,
      name,
      category,
      ...(pricePaise !== null && { price: pricePaise / 100 }),
      picture,
    }),
  )

/** Maps items with the pictures of their images. The records of all pictures are read together. */
async function mapWithPictures<Result>(
  { media }: ResponseDeps,
  origin: string,
  items: StoredItem[],
  toResult: (item: StoredItem, pictures: Picture[]) => Result,
): Promise<Result[]> {
  const described = await media.describe(
    items.map(({ images }) => images),
    origin,
  )
  return items.map((item, index) => toResult(item, described[index] ?? []))
}

function toCommonFields(item: StoredItem, pictures: Picture[]) {
  const { kind: _, state: __, specifications: ___, ...fields } = item
  const { brand, pricePaise, originalPricePaise, draft, ...unchanged } = fields
  const images = pictures.map(({ url }) => url)
  return {
    // A field of the draft that responses do not have, and that is not converted below, does not compile.
    ...(unchanged satisfies Pick<Machine, keyof typeof unchanged>),
    ...(brand !== null && { brand }),
    ...(pricePaise !== null && { price: pricePaise / 100 }),
    ...(originalPricePaise !== null && { originalPrice: originalPricePaise / 100 }),
    images,
    imageUrl: images[0] ?? null,
    pictures,
    ...(draft && { draft: true as const }),
  }
}
