import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Kind, Machine, type Picture, Service, SparePart } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import type { PageDataRegistry } from '#server/http-cache/page-data.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
import type { ListService } from '../listing/list-service.ts'
import { listItems } from '../listing/store-lists.ts'
import { EDITABLE_STATES, getItemOrThrow } from './commands.ts'
import { type ItemResponseByKind, itemSerializers } from './item-response.ts'
import { findItem, type StoredItem } from './store.ts'

export interface ItemReadDeps {
  db: Db
  guard: Guard
  publicUrl: string | undefined
  media: { describe(images: string[][], origin: string): Promise<Picture[][]> }
}

export interface ListingDeps extends ItemReadDeps {
  lists: ListService
  pageData: PageDataRegistry
}

export const RESPONSE_SCHEMAS = { machine: Machine, spare: SparePart, service: Service }
export const ItemParams = z.object({ id: z.string().max(200) })

/** Everybody's calls about single items of one kind, and its featured ones (rows API-1, API-3). */
export function itemRoutes(app: Api, deps: ListingDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  const list = z.array(RESPONSE_SCHEMAS[kind])
  const readFeatured = async (origin: string) =>
    toItemResponses(deps, origin, kind, await listItems(deps.db, { kind, featured: true }))
  deps.pageData.register({
    path: `${path}/featured`,
    body: list,
    load: async ({ origin }) => ({ body: await readFeatured(origin) }),
  })
  deps.pageData.register({
    path: `${path}/:id`,
    params: ItemParams,
    body: RESPONSE_SCHEMAS[kind] as z.ZodType<ItemResponseByKind[Kind]>,
    load: async ({ params: { id }, origin }) => ({
      body: await toItemResponse(deps, origin, kind, await getItemOrThrow(deps.db, kind, id)),
    }),
  })

  app.get(
    `${path}/featured`,
    {
      schema: {
        tags: [path],
        summary: 'What the landing page shows',
        response: { 200: list },
      },
      config: { cache: {} },
    },
    (request) => readFeatured(getRequestOrigin(request, deps.publicUrl)),
  )

  app.get(
    `${path}/:id`,
    {
      schema: {
        tags: [path],
        summary: 'One item by id or slug',
        params: ItemParams,
        response: { 200: RESPONSE_SCHEMAS[kind] },
      },
      config: { cache: {} },
    },
    async (request, reply) => {
      const key = request.params.id
      const item =
        (await findItem(deps.db, kind, key)) ?? (await getDraftIfPermitted(deps, request, kind, key))
      if (item.draft) reply.header('cache-control', 'no-store')
      return toItemResponse(deps, getRequestOrigin(request, deps.publicUrl), kind, item)
    },
  )
}

/** A draft, for those who may see it. Throws the same 404 as for an item that does not exist. */
async function getDraftIfPermitted(
  { db, guard }: ItemReadDeps,
  request: FastifyRequest,
  kind: Kind,
  key: string,
): Promise<StoredItem> {
  const actor = await guard.optionalActor(request)
  return getItemOrThrow(db, kind, key, actor?.permissions.includes('catalogue.read') ? EDITABLE_STATES : [])
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
