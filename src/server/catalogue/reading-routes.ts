import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Kind, ListQuery, Machine, type Picture, Service, SparePart } from '#contracts/item.ts'
import { Problem } from '#contracts/problem.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/open.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { networkOf, originOf } from '#server/kernel/http.ts'
import { EDITABLE, presentItem } from './changes.ts'
import type { Search } from './search-misses.ts'
import { countItems, findItem, listItems, type StoredItem } from './store.ts'
import type { ItemFilter } from './store-conditions.ts'
import { understand } from './understanding.ts'
import { toWire, type Wire } from './wire.ts'

export interface ReadingParts {
  db: Db
  guard: Guard
  publicUrl: string | undefined
  media: { describe(images: string[][], origin: string): Promise<Picture[][]> }
  /** Told of every search for the first page of a list. */
  noteSearch?: (search: Search) => void
}

export const REPLIES = { machine: Machine, spare: SparePart, service: Service }
export const ItemParams = z.object({ id: z.string().max(200) })

/** Everybody's calls about one kind: the featured, the list, one item (rows API-1 to API-3). */
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
      const { items } = await listItems(parts.db, { kind, featured: true })
      return wireAll(parts, request, kind, items)
    },
  )

  app.get(
    path,
    {
      schema: {
        tags: [path],
        summary:
          'The list; whole without parameters. X-Total-Count: how many match; X-List-Count: how many there are; X-Searched-Instead: what was looked for where nothing contains the search',
        querystring: ListQuery,
        response: { 200: list, default: Problem },
      },
      config: { kept: { mayReplay: (request) => searchIn(request) === undefined } },
      onResponse: async (request, reply) => {
        const search = searchIn(request)
        const found = Number(reply.getHeader('x-total-count')) > 0
        if (search === undefined || !reply.hasHeader('x-total-count')) return
        parts.noteSearch?.({ network: networkOf(request.ip), search, found })
      },
    },
    async (request, reply) => {
      const { approximate, ...query } = request.query
      const understood = approximate ? await understand(parts.db, kind, query.search ?? '') : undefined
      const filter: ItemFilter = { ...query, kind, ...(understood && { matching: understood.matching }) }
      const { items, total } = await listItems(parts.db, filter)
      const whole = { kind, ...(kind === 'machine' && { category: query.category }) }
      const all = narrowed(kind, query) ? await countItems(parts.db, whole) : total
      reply.header('x-total-count', total).header('x-list-count', all)
      if (understood?.instead) reply.header('x-searched-instead', encodeURIComponent(understood.instead))
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

/** What was searched for, where a list is asked for what the search means and from its beginning. */
function searchIn({ url }: FastifyRequest): string | undefined {
  const query = new URLSearchParams(url.split('?')[1])
  const asked =
    query.get('approximate') === 'true' && Number(query.get('limit')) && !Number(query.get('offset'))
  return asked ? (query.get('search') ?? undefined) : undefined
}

/** Whether a list leaves anything out beside other categories of machines, which are lists of their own. */
function narrowed(kind: Kind, { sort: _, limit: __, offset: ___, category, ...filters }: ListQuery): boolean {
  return Object.values(filters).some(Boolean) || (kind !== 'machine' && category !== undefined)
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

async function wireAll<K extends Kind>(
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
