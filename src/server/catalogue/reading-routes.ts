import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Kind, Machine, type Picture, Service, SparePart } from '#contracts/item.ts'
import { Problem } from '#contracts/problem.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/open.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { originOf } from '#server/kernel/http.ts'
import { EDITABLE, presentItem } from './changes.ts'
import type { Lists } from './lists.ts'
import { findItem, listItems, type StoredItem } from './store.ts'
import { toWire, type Wire } from './wire.ts'

export interface ReadingParts {
  db: Db
  guard: Guard
  publicUrl: string | undefined
  media: { describe(images: string[][], origin: string): Promise<Picture[][]> }
}

export interface ListingParts extends ReadingParts {
  lists: Lists
}

export const REPLIES = { machine: Machine, spare: SparePart, service: Service }
export const ItemParams = z.object({ id: z.string().max(200) })

/** Everybody's calls about single items of one kind, and its featured ones (rows API-1, API-3). */
export function readingRoutes(fastify: FastifyInstance, parts: ReadingParts, kind: Kind): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { path } = RESOURCES[kind]
  const list = z.array(REPLIES[kind])

  app.get(
    `${path}/featured`,
    {
      schema: {
        tags: [path],
        summary: 'What the landing page shows',
        response: { 200: list, default: Problem },
      },
      config: { kept: {} },
    },
    async (request) => {
      const items = await listItems(parts.db, { kind, featured: true })
      return wireAll(parts, request, kind, items)
    },
  )

  app.get(
    `${path}/:id`,
    {
      schema: {
        tags: [path],
        summary: 'One item by id or slug',
        params: ItemParams,
        response: { 200: REPLIES[kind], default: Problem },
      },
      config: { kept: {} },
    },
    async (request, reply) => {
      const key = request.params.id
      const item = (await findItem(parts.db, kind, key)) ?? (await draftForStaff(parts, request, kind, key))
      if (item.draft) reply.header('cache-control', 'no-store')
      return wire(parts, request, kind, item)
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
  const actor = await guard.visitor(request)
  return presentItem(db, kind, key, actor?.permissions.includes('office.read') ? EDITABLE : [])
}

/** An item in the words of its kind, its pictures with addresses. */
export async function wire<K extends Kind>(
  parts: ReadingParts,
  request: FastifyRequest,
  kind: K,
  item: StoredItem,
): Promise<Wire[K]> {
  const [pictures] = await parts.media.describe([item.images], originOf(request, parts.publicUrl))
  return toWire[kind](item, pictures ?? [])
}

/** The same for several. */
export async function wireAll<K extends Kind>(
  parts: ReadingParts,
  request: FastifyRequest,
  kind: K,
  items: StoredItem[],
): Promise<Wire[K][]> {
  const pictures = await parts.media.describe(
    items.map((item) => item.images),
    originOf(request, parts.publicUrl),
  )
  return items.map((item, index) => toWire[kind](item, pictures[index] ?? []))
}
