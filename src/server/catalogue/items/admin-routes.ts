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
import { bulkUpdate, removeItem, restoreRevision } from './admin-commands.ts'
import type { ItemDeps, ListingDeps } from './deps.ts'
import { toRevisions } from './history.ts'
import { toSummaries } from './item-response.ts'
import { getItemByIdOrThrow, type StoredItem } from './store.ts'
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

/** Registers the admin's calls for items of all kinds: list, bulk update, deletion, history. */
export function adminRoutes(app: Api, deps: ListingDeps): void {
  listRoutes(app, deps)
  changeRoutes(app, deps)
  historyRoutes(app, deps)
}

function listRoutes(app: Api, deps: ListingDeps): void {
  const { db } = deps
  const onRequest = deps.guard.requires('catalogue.read')

  app.get(
    '/api/items',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Items of every kind, drafts included. X-Total-Count: the number of items that match',
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
        summary: `The ids of the items that match, at most ${MAX_LISTED_IDS}`,
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
        summary: 'Specification names in use, the most frequent first',
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

function changeRoutes(app: Api, deps: ItemDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')

  app.post(
    '/api/items/changes',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Make one change to many items, all or none. Returns the items that it changed',
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
        summary: 'Delete an archived item permanently',
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

function historyRoutes(app: Api, deps: ItemDeps): void {
  app.get(
    '/api/items/:id/history',
    {
      onRequest: deps.guard.requires('catalogue.read'),
      schema: {
        tags,
        summary: 'Retained revisions, the newest first, each with its differences from the one before',
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
        summary: 'Restore an earlier revision, which adds a revision',
        params: ItemIdParams,
        body: z.object({ revision: z.number().int().min(1) }),
        response: { 200: AdminItem },
      },
    },
    async (request) => {
      const { id } = request.params
      const actor = getActor(request)
      const restored = await restoreRevision(deps, { actor, id, revision: request.body.revision })
      const [adminItem] = await toAdminItems(deps, request, [restored])
      if (!adminItem) throw notFound('Item')
      return adminItem
    },
  )
}

async function toAdminItems(
  deps: ItemDeps,
  request: FastifyRequest,
  items: StoredItem[],
): Promise<AdminItem[]> {
  const summaries = await toSummaries(deps, getRequestOrigin(request, deps.publicUrl), items)
  return items.map(({ description, featured, state, revision, updatedAt }, index) => ({
    ...summaries[index]!,
    description: description.slice(0, MAX_DESCRIPTION_LENGTH),
    featured,
    state,
    revision,
    updatedAt,
  }))
}
