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
import { ItemParams, Kind } from '#contracts/item.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
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

const OptionalKind = z.object({ kind: Kind.optional() })
const RequiredKind = z.object({ kind: Kind })
const RestoredRevision = z.object({ revision: z.number().int().min(1) })
const Texts = z.array(z.string())
const tags = ['items']
const MAX_DESCRIPTION_LENGTH = 200

/** Registers the admin's calls for items of all kinds: list, bulk update, deletion, history. */
export function adminRoutes(app: Api, deps: ListingDeps): void {
  listRoutes(app, deps)
  changeRoutes(app, deps)
  historyRoutes(app, deps)
}

function listRoutes(app: Api, deps: ListingDeps): void {
  const { db, guard, lists } = deps
  const onRequest = guard.requires('catalogue.read')

  const listSummary = 'Items of every kind, drafts included. X-Total-Count: the number of items that match'
  const listResponse = { 200: z.array(AdminItem) }
  app.get(
    '/api/items',
    {
      onRequest,
      schema: { tags, summary: listSummary, querystring: AdminItemsQuery, response: listResponse },
    },
    async (request, reply) => {
      const { items, total } = await listForAdmin(await lists.getDb(), request.query)
      reply.header('x-total-count', total)
      return toAdminItems(deps, request, items)
    },
  )

  const idsSummary = `The ids of the items that match, at most ${MAX_LISTED_IDS}`
  app.get(
    '/api/items/ids',
    {
      onRequest,
      schema: { tags, summary: idsSummary, querystring: AdminItemsQuery, response: { 200: Texts } },
    },
    async ({ query }) => listIdsForAdmin(await lists.getDb(), query, MAX_LISTED_IDS),
  )

  const namesSummary = 'Specification names in use, the most frequent first'
  app.get(
    '/api/items/specification-names',
    {
      onRequest,
      schema: { tags, summary: namesSummary, querystring: RequiredKind, response: { 200: Texts } },
    },
    ({ query }) => listSpecificationNames(db, query.kind),
  )

  const categoriesSummary = 'Categories in use'
  app.get(
    '/api/items/categories',
    {
      onRequest,
      schema: { tags, summary: categoriesSummary, querystring: OptionalKind, response: { 200: Texts } },
    },
    ({ query }) => listCategoryNames(db, query.kind),
  )
}

function changeRoutes(app: Api, deps: ItemDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')

  const summary = 'Make one change to many items, all or none. Returns the items that it changed'
  app.post(
    '/api/items/changes',
    { onRequest, schema: { tags, summary, body: BulkItemUpdate, response: { 200: BulkItemUpdateReply } } },
    (request) => bulkUpdate(deps, getActor(request), request.body),
  )

  const usesSummary = 'Where an item is used'
  app.get(
    '/api/items/:id/uses',
    { onRequest, schema: { tags, summary: usesSummary, params: ItemParams, response: { 200: ItemUsage } } },
    async ({ params }) => getItemUses(deps.db, await getItemByIdOrThrow(deps.db, params.id)),
  )

  const deleteSummary = 'Delete an archived item permanently'
  app.delete(
    '/api/items/:id',
    { onRequest, schema: { tags, summary: deleteSummary, params: ItemParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeItem(deps, getActor(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function historyRoutes(app: Api, deps: ItemDeps): void {
  const historySummary = 'Retained revisions, the newest first, each with its differences from the one before'
  app.get(
    '/api/items/:id/history',
    {
      onRequest: deps.guard.requires('catalogue.read'),
      schema: { tags, summary: historySummary, params: ItemParams, response: { 200: ItemHistory } },
    },
    async ({ params }) => {
      const { id, kind, name, state, revision } = await getItemByIdOrThrow(deps.db, params.id)
      const revisions = toRevisions(await listSnapshots(deps.db, id))
      return { item: { id, kind, name, state, revision }, revisions }
    },
  )

  const summary = 'Restore an earlier revision, which adds a revision'
  app.post(
    '/api/items/:id/restoration',
    {
      onRequest: deps.guard.requires('catalogue.edit'),
      schema: { tags, summary, params: ItemParams, body: RestoredRevision, response: { 200: AdminItem } },
    },
    async (request) => {
      const { id } = request.params
      const restored = await restoreRevision(deps, { actor: getActor(request), id, ...request.body })
      const [adminItem] = await toAdminItems(deps, request, [restored])
      return adminItem!
    },
  )
}

async function toAdminItems(
  deps: ItemDeps,
  request: FastifyRequest,
  items: StoredItem[],
): Promise<AdminItem[]> {
  const summaries = await toSummaries(deps, getRequestOrigin(request, deps.publicUrl), items)
  return items.map(({ description, featured, state, revision, updatedAt }, index) => {
    const admin = {
      description: description.slice(0, MAX_DESCRIPTION_LENGTH),
      featured,
      state,
      revision,
      updatedAt,
    }
    return { ...summaries[index]!, ...admin }
  })
}
