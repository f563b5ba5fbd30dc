import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Kind, Machine, type Picture, Service, SparePart } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { originOf } from '#server/kernel/http.ts'
import type { PublicReads } from '#server/kernel/public-reads.ts'
import { EDITABLE, presentItem } from './changes.ts'
import type { Lists } from './lists.ts'
import { findItem, type StoredItem } from './store.ts'
import { listItems } from './store-lists.ts'
import { toWire, type Wire } from './wire.ts'

export interface ReadingParts {
  db: Db
  guard: Guard
  publicUrl: string | undefined
  media: { describe(images: string[][], origin: string): Promise<Picture[][]> }
}

export interface ListingParts extends ReadingParts {
  lists: Lists
  reads: PublicReads
}

export const REPLIES = { machine: Machine, spare: SparePart, service: Service }
export const ItemParams = z.object({ id: z.string().max(200) })

/** Everybody's calls about single items of one kind, and its featured ones (rows API-1, API-3). */
export function readingRoutes(app: Api, parts: ListingParts, kind: Kind): void {
  const { path } = RESOURCES[kind]
  const list = z.array(REPLIES[kind])
  const readFeatured = async (origin: string) =>
    wireAll(parts, origin, kind, await listItems(parts.db, { kind, featured: true }))
  parts.reads.offer({
    path: `${path}/featured`,
    body: list,
    answer: async ({ origin }) => ({ body: await readFeatured(origin) }),
  })
  parts.reads.offer({
    path: `${path}/:id`,
    params: ItemParams,
    body: REPLIES[kind] as z.ZodType<Wire[Kind]>,
    answer: async ({ params: { id }, origin }) => ({
      body: await wire(parts, origin, kind, await presentItem(parts.db, kind, id)),
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
      config: { kept: {} },
    },
    (request) => readFeatured(originOf(request, parts.publicUrl)),
  )

  app.get(
    `${path}/:id`,
    {
      schema: {
        tags: [path],
        summary: 'One item by id or slug',
        params: ItemParams,
        response: { 200: REPLIES[kind] },
      },
      config: { kept: {} },
    },
    async (request, reply) => {
      const key = request.params.id
      const item = (await findItem(parts.db, kind, key)) ?? (await draftForStaff(parts, request, kind, key))
      if (item.draft) reply.header('cache-control', 'no-store')
      return wire(parts, originOf(request, parts.publicUrl), kind, item)
    },
  )
}

/** A draft, for those who may see it. Throws the same 404 as for an item that does not exist. */
async function draftForStaff(
  { db, guard }: ReadingParts,
  request: FastifyRequest,
  kind: Kind,
  key: string,
): Promise<StoredItem> {
  const actor = await guard.optionalActor(request)
  return presentItem(db, kind, key, actor?.permissions.includes('office.read') ? EDITABLE : [])
}

/** An item in the words of its kind, its pictures with addresses. */
export async function wire<K extends Kind>(
  { media }: ReadingParts,
  origin: string,
  kind: K,
  item: StoredItem,
): Promise<Wire[K]> {
  const [pictures] = await media.describe([item.images], origin)
  return toWire[kind](item, pictures ?? [])
}

/** The same for several. */
export async function wireAll<K extends Kind>(
  { media }: ReadingParts,
  origin: string,
  kind: K,
  items: StoredItem[],
): Promise<Wire[K][]> {
  const images = items.map((item) => item.images)
  const pictures = await media.describe(images, origin)
  return items.map((item, index) => toWire[kind](item, pictures[index] ?? []))
}
