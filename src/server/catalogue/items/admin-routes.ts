import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  AdminItem,
  AdminItemsQuery,
  BulkItemUpdate,
  BulkItemUpdateReply,
  ItemHistory,
  ItemUsage,
  MAX_LISTED_IDS,
} from '#contracts/admin-item.ts'
import { Kind } from '#contracts/item.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { CatalogueDeps } from '../routes.ts'
import { bulkUpdate, removeItem, restoreRevision } from './admin-commands.ts'
import { getItemByIdOrThrow } from './commands.ts'
import { toRevisions } from './history.ts'
import { toSummary } from './item-response.ts'
import type { ListingDeps } from './item-routes.ts'
import type { StoredItem } from './store.ts'
import {
  getItemUses,
  listCategoryNames,
  listForAdmin,
  listIdsForAdmin,
  listSpecificationNames,
} from './store-admin.ts'
import { listSnapshots } from './store-history.ts'

const ItemIdParams = z.object({ id: z.string().max(100) })
const KindQuery = z.object({ kind: Kind.optional() })
const tags = ['items']
const MAX_DESCRIPTION_LENGTH = 200

type AdminRouteDeps = CatalogueDeps & ListingDeps

/** The staff's view of everything: the one list, changes of many, history, archive. */
export function adminRoutes(app: Api, deps: AdminRouteDeps): void {
  listRoutes(app, deps)
  changeRoutes(app, deps)
  historyRoutes(app, deps)
}

function listRoutes(app: Api, deps: AdminRouteDeps): void {
  const { db } = deps
  const onRequest = deps.guard.requires('catalogue.read')

  app.get(
    '/api/items',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Every kind in one list, drafts too; X-Total-Count: how many match',
        querystring: AdminItemsQuery,
        response: { 200: z.array(AdminItem) },
      },
    },
    async (request, reply) => {
      const { items, total } = await listForAdmin(await deps.lists.getDb(), request.query)
      reply.header('x-total-count', total)
      return toAdminItems(deps, request, items)
    },
  )

  app.get(
    '/api/items/ids',
    {
      onRequest,
      schema: {
        tags,
        summary: `The ids of all that match, at most ${MAX_LISTED_IDS}`,
        querystring: AdminItemsQuery,
        response: { 200: z.array(z.string()) },
      },
    },
    async (request) => listIdsForAdmin(await deps.lists.getDb(), request.query, MAX_LISTED_IDS),
  )

  app.get(
    '/api/items/specification-names',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Names of specifications in use, the most frequent first',
        querystring: z.object({ kind: Kind }),
        response: { 200: z.array(z.string()) },
      },
    },
    async (request) => listSpecificationNames(db, request.query.kind),
  )

  app.get(
    '/api/items/categories',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Categories in use',
        querystring: KindQuery,
        response: { 200: z.array(z.string()) },
      },
    },
    async (request) => listCategoryNames(db, request.query.kind),
  )
}

function changeRoutes(app: Api, deps: CatalogueDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')

  app.post(
    '/api/items/changes',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Make one change to many items, all or none; answers those that it changed',
        body: BulkItemUpdate,
        response: { 200: BulkItemUpdateReply },
      },
    },
    async (request) => bulkUpdate(deps, getActor(request), request.body),
  )

  app.get(
    '/api/items/:id/uses',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Where an item is used',
        params: ItemIdParams,
        response: { 200: ItemUsage },
      },
    },
    async (request) => getItemUses(deps.db, await getItemByIdOrThrow(deps.db, request.params.id)),
  )

  app.delete(
    '/api/items/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete an archived item for good',
        params: ItemIdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeItem(deps, getActor(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function historyRoutes(app: Api, deps: CatalogueDeps): void {
  app.get(
    '/api/items/:id/history',
    {
      onRequest: deps.guard.requires('catalogue.read'),
      schema: {
        tags,
        summary: 'Kept revisions, the newest first, each with what it changed',
        params: ItemIdParams,
        response: { 200: ItemHistory },
      },
    },
    async (request) => {
      const item = await getItemByIdOrThrow(deps.db, request.params.id)
      const { id, kind, name, state, revision } = item
      const revisions = toRevisions(await listSnapshots(deps.db, id))
      return { item: { id, kind, name, state, revision }, revisions }
    },
  )

  app.post(
    '/api/items/:id/restoration',
    {
      onRequest: deps.guard.requires('catalogue.edit'),
      schema: {
        tags,
        summary: 'Make an item what it was at an earlier revision; that is a revision of its own',
        params: ItemIdParams,
        body: z.object({ revision: z.number().int().min(1) }),
        response: { 200: AdminItem },
      },
    },
    async (request) => {
      const actor = getActor(request)
      const restored = await restoreRevision(deps, actor, request.params.id, request.body.revision)
      const [adminItem] = await toAdminItems(deps, request, [restored])
      if (!adminItem) throw notFound('Item')
      return adminItem
    },
  )
}

async function toAdminItems(
  deps: CatalogueDeps,
  request: FastifyRequest,
  items: StoredItem[],
): Promise<AdminItem[]> {
  const pictures = await deps.media.describe(
    items.map(({ images }) => images.slice(0, 1)),
    getRequestOrigin(request, deps.publicUrl),
  )
  return items.map((item, index) => {
    const { featured, state, revision, updatedAt } = item
    const description = item.description.slice(0, MAX_DESCRIPTION_LENGTH)
    return { ...toSummary(item, pictures[index] ?? []), description, featured, state, revision, updatedAt }
  })
}
