import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  AdminItem,
  AdminItemsQuery,
  BulkItemUpdate,
  BulkItemUpdateReply,
  CategoryCount,
  ItemCopy,
  ItemHistory,
  ItemUsage,
  MAX_LISTED_IDS,
} from '#contracts/admin-item.ts'
import { ItemParams, Kind } from '#contracts/item.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { getPartNumber } from '../search/specification-values.ts'
import { bulkUpdate, copyItem, removeItem, restoreRevision } from './commands.ts'
import type { ItemDeps, ListingDeps } from './deps.ts'
import { toRevisions } from './history.ts'
import { toSummaries } from './item-response.ts'
import { getItemByIdOrThrow, type StoredItem } from './store.ts'
import {
  getItemUses,
  listCategories,
  listForAdmin,
  listIdsForAdmin,
  listSpecificationNames,
} from './store-admin.ts'
import { listOtherChanges, listSnapshots } from './store-history.ts'

const OptionalKind = z.object({ kind: Kind.optional() })
const RequiredKind = z.object({ kind: Kind })
const RestoredRevision = z.object({ revision: z.number().int().min(1) })
const Texts = z.array(z.string())
const tags = ['items']
const MAX_DESCRIPTION_LENGTH = 200

/** Registers the admin's calls for items of all kinds: list, bulk update, deletion, history. */
export function adminRoutes(app: Api, deps: ListingDeps): void {
  readRoutes(app, deps)
  editRoutes(app, deps)
}

function readRoutes(app: Api, deps: ListingDeps): void {
  const { db, guard, lists } = deps
  const onRequest = guard.requires('catalogue.read')
  const page = { tags, querystring: AdminItemsQuery }

  const listSummary = 'Items of every kind, drafts included. X-Total-Count: the number of items that match'
  app.get(
    '/api/items',
    { onRequest, schema: { ...page, summary: listSummary, response: { 200: z.array(AdminItem) } } },
    async (request, reply) => {
      const { items, total } = await listForAdmin(await lists.getDb(), request.query)
      reply.header('x-total-count', total)
      return toAdminItems(deps, request, items)
    },
  )

  const idsSummary = `The ids of the items that match, at most ${MAX_LISTED_IDS}`
  app.get(
    '/api/items/ids',
    { onRequest, schema: { ...page, summary: idsSummary, response: { 200: Texts } } },
    async ({ query }) => listIdsForAdmin(await lists.getDb(), query, MAX_LISTED_IDS),
  )

  const names = { summary: 'Specification names in use, the most frequent first', querystring: RequiredKind }
  app.get(
    '/api/items/specification-names',
    { onRequest, schema: { tags, ...names, response: { 200: Texts } } },
    ({ query }) => listSpecificationNames(db, query.kind),
  )

  const categories = { summary: 'Categories in use', querystring: OptionalKind }
  app.get(
    '/api/items/categories',
    { onRequest, schema: { tags, ...categories, response: { 200: z.array(CategoryCount) } } },
    async ({ query }) => listCategories(await lists.getDb(), query.kind),
  )

  const summary = 'Retained revisions, the newest first, each with its differences from the one before'
  app.get(
    '/api/items/:id/history',
    { onRequest, schema: { tags, summary, params: ItemParams, response: { 200: ItemHistory } } },
    async ({ params }) => {
      const { id, kind, name, state, revision } = await getItemByIdOrThrow(db, params.id)
      return {
        item: { id, kind, name, state, revision },
        revisions: toRevisions(await listSnapshots(db, id)),
        changes: await listOtherChanges(db, id),
      }
    },
  )

  const usesSummary = 'Where an item is used'
  app.get(
    '/api/items/:id/uses',
    { onRequest, schema: { tags, summary: usesSummary, params: ItemParams, response: { 200: ItemUsage } } },
    async ({ params }) => getItemUses(db, await getItemByIdOrThrow(db, params.id)),
  )
}

function editRoutes(app: Api, deps: ItemDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')

  const summary = 'Make one change to many items, all or none. Returns the items that it changed'
  app.post(
    '/api/items/changes',
    { onRequest, schema: { tags, summary, body: BulkItemUpdate, response: { 200: BulkItemUpdateReply } } },
    (request) => bulkUpdate(deps, getActor(request), request.body),
  )

  const copySummary =
    'Create a draft with the content of an item, named with (copy) and without its part number'
  app.post(
    '/api/items/:id/copies',
    { onRequest, schema: { tags, summary: copySummary, params: ItemParams, response: { 201: ItemCopy } } },
    async (request, reply) => {
      const { item, ...omitted } = await copyItem(deps, getActor(request), request.params.id)
      const [adminItem] = await toAdminItems(deps, request, [item])
      return reply.code(201).send({ ...adminItem!, ...omitted })
    },
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

  const restored = {
    summary: 'Restore an earlier revision, which adds a revision',
    response: { 200: AdminItem },
  }
  app.post(
    '/api/items/:id/restoration',
    { onRequest, schema: { tags, ...restored, params: ItemParams, body: RestoredRevision } },
    async (request) => {
      const item = await restoreRevision(deps, getActor(request), { ...request.params, ...request.body })
      const [adminItem] = await toAdminItems(deps, request, [item])
      return adminItem!
    },
  )
}

async function toAdminItems(
  deps: ItemDeps,
  request: FastifyRequest,
  items: StoredItem[],
): Promise<AdminItem[]> {
  const summaries = await toSummaries(deps, request.siteOrigin, items)
  return summaries.map((summary, index) => {
    const item = items[index]!
    const { description, featured, state, revision, updatedAt } = item
    const excerpt = description.slice(0, MAX_DESCRIPTION_LENGTH)
    const partNumber = getPartNumber(item)
    return { ...summary, description: excerpt, partNumber, featured, state, revision, updatedAt }
  })
}
