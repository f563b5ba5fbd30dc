import type { z } from 'zod'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { getCode } from '#contracts/item/code.ts'
import { COMMERCIAL_FIELD_NAMES } from '#contracts/item/commercial-types.ts'
import { Machine, type Picture, Service, SparePart } from '#contracts/item/item.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { toDocumentResponse } from '../documents/document-response.ts'
import { type DocumentRow, findDocuments } from '../documents/store.ts'
import type { ItemDeps } from '../items/deps.ts'
import type { StoredItem } from '../items/store.ts'
import { findReplacements } from '../items/store-replacements.ts'

export type ItemResponse = Machine | SparePart | Service
export const RESPONSE_SCHEMAS: Record<Kind, z.ZodType<ItemResponse>> = {
  machine: Machine,
  spare: SparePart,
  service: Service,
}

type ResponseDeps = Pick<ItemDeps, 'db' | 'media'>

/**
 * Converts items to responses with the field names of their kind (decision 0007), the URLs of their pictures and documents,
 * and the replacements of those that are discontinued.
 */
export async function toItemResponses(
  { db, media }: ResponseDeps,
  origin: string,
  items: StoredItem[],
): Promise<ItemResponse[]> {
  const pictures = await media.describe(
    items.flatMap(({ images }) => images),
    origin,
  )
  const documents = await findDocuments(
    db,
    items.map(({ id }) => id),
  )
  const replacements = await findReplacements(db, items)
  return items.map((item) => ({
    ...toResponse(item, { pictures, documents: documents.get(item.id) ?? [], origin }),
    ...(replacements.has(item.id) && { replacedBy: replacements.get(item.id)! }),
  }))
}

/** Converts one item as `toItemResponses` does. */
export async function toItemResponse(
  deps: ResponseDeps,
  origin: string,
  item: StoredItem,
): Promise<ItemResponse> {
  const [response] = await toItemResponses(deps, origin, [item])
  return response!
}

/** Converts items to the summaries that lists of items of any kind show, with their first picture. */
export async function toSummaries(
  { media }: Pick<ResponseDeps, 'media'>,
  origin: string,
  items: StoredItem[],
): Promise<ItemSummary[]> {
  const pictures = await media.describe(
    items.flatMap(({ images }) => images.slice(0, 1)),
    origin,
  )
  return items.map((item) => {
    const { kind, id, slug, name, category, pricePaise, commercial } = item
    const code = getCode(item)
    return {
      kind,
      id,
      slug,
      name,
      category,
      ...(code && { code }),
      ...(pricePaise !== null && { price: pricePaise / 100 }),
      ...(commercial.unit && { unit: commercial.unit }),
      picture: pictures.get(item.images[0] ?? '') ?? null,
    }
  })
}

interface ItemFiles {
  pictures: ReadonlyMap<string, Picture>
  documents: DocumentRow[]
  origin: string
}

function toResponse(item: StoredItem, { pictures: pictureOf, documents, origin }: ItemFiles): ItemResponse {
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
    documents: documents.map((row) => toDocumentResponse(row, origin)),
    ...(state === 'draft' && { draft: true as const }),
  } as ItemResponse
}

function toStatedFields(commercial: StoredItem['commercial']): Partial<StoredItem['commercial']> {
  const stated: Record<string, unknown> = {}
  for (const field of COMMERCIAL_FIELD_NAMES)
    if (commercial[field] !== null) stated[field] = commercial[field]
  return stated
}
