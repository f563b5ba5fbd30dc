import { z } from 'zod'
import { type Kind, Machine, type Picture, Service, SparePart } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import type { ListService } from '../listing/list-service.ts'
import { listItems } from '../listing/store-lists.ts'
import { EDITABLE_STATES, getItemOrThrow } from './commands.ts'
import { type ItemResponseByKind, itemSerializers } from './item-response.ts'
import type { StoredItem } from './store.ts'

export interface ItemReadDeps {
  db: Db
  guard: Guard
  publicUrl: string | undefined
  media: { describe(images: string[][], origin: string): Promise<Picture[][]> }
}

export interface ListingDeps extends ItemReadDeps {
  lists: ListService
  publicReads: PublicReads
}

export const RESPONSE_SCHEMAS = { machine: Machine, spare: SparePart, service: Service }
export const ItemParams = z.object({ id: z.string().max(200) })

/** Everybody's calls about single items of one kind, and its featured ones (rows API-1, API-3). */
export function itemRoutes(app: Api, deps: ListingDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  deps.publicReads.define(app, {
    path: `${path}/featured`,
    tags: [path],
    summary: 'What the landing page shows',
    body: z.array(RESPONSE_SCHEMAS[kind]),
    load: async ({ origin }) => {
      const items = await listItems(deps.db, { kind, featured: true })
      return { body: await toItemResponses(deps, origin, kind, items) }
    },
  })
  deps.publicReads.define(app, {
    path: `${path}/:id`,
    tags: [path],
    summary: 'One item by id or slug',
    params: ItemParams,
    body: RESPONSE_SCHEMAS[kind] as z.ZodType<ItemResponseByKind[Kind]>,
    load: async ({ params: { id }, origin }) => ({
      body: await toItemResponse(deps, origin, kind, await getItemOrThrow(deps.db, kind, id)),
    }),
    loadPrivate: async (request, { params: { id }, origin }) => {
      const actor = await deps.guard.optionalActor(request)
      const states = actor?.permissions.includes('catalogue.read') ? EDITABLE_STATES : undefined
      return toItemResponse(deps, origin, kind, await getItemOrThrow(deps.db, kind, id, states))
    },
  })
}

/** An item in the words of its kind, its pictures with addresses. */
export async function toItemResponse<K extends Kind>(
  { media }: ItemReadDeps,
  origin: string,
  kind: K,
  item: StoredItem,
): Promise<ItemResponseByKind[K]> {
  const [pictures] = await media.describe([item.images], origin)
  return itemSerializers[kind](item, pictures ?? [])
}

/** The same for several. */
export async function toItemResponses<K extends Kind>(
  { media }: ItemReadDeps,
  origin: string,
  kind: K,
  items: StoredItem[],
): Promise<ItemResponseByKind[K][]> {
  const images = items.map((item) => item.images)
  const pictures = await media.describe(images, origin)
  return items.map((item, index) => itemSerializers[kind](item, pictures[index] ?? []))
}
