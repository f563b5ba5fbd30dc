import type { FastifyInstance } from 'fastify'
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
} from '#contracts/item/admin-item.ts'
import { ItemParams, Kind } from '#contracts/item/item.ts'
import { RestoredRevision } from '#contracts/revision.ts'
import { createRouter, type Route } from '#server/kernel/http/route.ts'
import type { ItemDeps } from '../items/deps.ts'
import { toRevisions } from '../items/history.ts'
import { getItemByIdOrThrow, type StoredItem } from '../items/store.ts'
import { listOtherChanges, listSnapshots } from '../items/store-history.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { toSummaries } from '../listing/item-response.ts'
import { getPartNumber } from '../search/quantities/specification-values.ts'
import { bulkUpdate, copyItem, removeItem, restoreRevision } from './commands.ts'
import {
  getItemUses,
  listCategories,
  listForAdmin,
  listIdsForAdmin,
  listSpecificationNames,
} from './store-admin.ts'

const OptionalKind = z.object({ kind: Kind.optional() })
const RequiredKind = z.object({ kind: Kind })
const RestoredItem = RestoredRevision.extend({ revision: z.number().int().min(1) }).partial({ current: true })
const Texts = z.array(z.string())
const MAX_DESCRIPTION_LENGTH = 200

/** Registers the admin's calls for items of all kinds: list, bulk update, deletion, history. */
export function adminRoutes(app: FastifyInstance, deps: ListingDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'items' })
  readRoutes(route, deps)
  editRoutes(route, deps)
}

function readRoutes(route: Route, deps: ListingDeps): void {
  const { db, lists } = deps

  route(
    'GET /api/items',
    {
      permission: 'catalogue.read',
      summary: 'Items of every kind, drafts included. X-Total-Count: the number of items that match',
      query: AdminItemsQuery,
      page: AdminItem,
    },
    async ({ query, siteOrigin }) => {
      const { items, total } = await listForAdmin(await lists.getDb(), query)
      return { items: await toAdminItems(deps, siteOrigin, items), total }
    },
  )

  route(
    'GET /api/items/ids',
    {
      permission: 'catalogue.read',
      summary: `The ids of the items that match, at most ${MAX_LISTED_IDS}`,
      query: AdminItemsQuery,
      reply: Texts,
    },
    async ({ query }) => listIdsForAdmin(await lists.getDb(), query, MAX_LISTED_IDS),
  )

  route(
    'GET /api/items/specification-names',
    {
      permission: 'catalogue.read',
      summary: 'Specification names in use, the most frequent first',
      query: RequiredKind,
      reply: Texts,
    },
    ({ query }) => listSpecificationNames(db, query.kind),
  )

  route(
    'GET /api/items/categories',
    {
      permission: 'catalogue.read',
      summary: 'Categories in use',
      query: OptionalKind,
      reply: z.array(CategoryCount),
    },
    async ({ query }) => listCategories(await lists.getDb(), query.kind),
  )

  route(
    'GET /api/items/:id/history',
    {
      permission: 'catalogue.read',
      summary: 'Retained revisions, the newest first, each with its differences from the one before',
      params: ItemParams,
      reply: ItemHistory,
    },
    async ({ params }) => {
      const { id, kind, name, state, revision } = await getItemByIdOrThrow(db, params.id)
      return {
        item: { id, kind, name, state, revision },
        revisions: toRevisions(await listSnapshots(db, id)),
        changes: await listOtherChanges(db, id),
      }
    },
  )

  route(
    'GET /api/items/:id/uses',
    {
      permission: 'catalogue.read',
      summary: 'Where an item is used',
      params: ItemParams,
      reply: ItemUsage,
    },
    async ({ params }) => getItemUses(db, await getItemByIdOrThrow(db, params.id)),
  )
}

function editRoutes(route: Route, deps: ItemDeps): void {
  route(
    'POST /api/items/changes',
    {
      permission: 'catalogue.edit',
      summary: 'Make one change to many items, all or none. Returns the items that it changed',
      body: BulkItemUpdate,
      reply: BulkItemUpdateReply,
    },
    ({ actor, body }) => bulkUpdate(deps, actor, body),
  )

  route(
    'POST /api/items/:id/copies',
    {
      permission: 'catalogue.edit',
      summary: 'Create a draft with the content of an item, named with (copy) and without its part number',
      params: ItemParams,
      status: 201,
      reply: ItemCopy,
    },
    async ({ actor, params, siteOrigin }) => {
      const { item, ...omitted } = await copyItem(deps, actor, params.id)
      const [adminItem] = await toAdminItems(deps, siteOrigin, [item])
      return { ...adminItem!, ...omitted }
    },
  )

  route(
    'DELETE /api/items/:id',
    { permission: 'catalogue.edit', summary: 'Delete an archived item permanently', params: ItemParams },
    ({ actor, params }) => removeItem(deps, actor, params.id),
  )

  route(
    'POST /api/items/:id/restoration',
    {
      permission: 'catalogue.edit',
      summary:
        'Restore an earlier revision, which adds a revision; 409 when the item was saved after `current`',
      params: ItemParams,
      body: RestoredItem,
      reply: AdminItem,
    },
    async ({ actor, params, body, siteOrigin }) => {
      const item = await restoreRevision(deps, actor, { ...params, ...body })
      const [adminItem] = await toAdminItems(deps, siteOrigin, [item])
      return adminItem!
    },
  )
}

async function toAdminItems(deps: ItemDeps, origin: string, items: StoredItem[]): Promise<AdminItem[]> {
  const summaries = await toSummaries(deps, origin, items)
  return summaries.map((summary, index) => {
    const item = items[index]!
    const { description, featured, state, revision, updatedAt } = item
    const excerpt = description.slice(0, MAX_DESCRIPTION_LENGTH)
    const partNumber = getPartNumber(item)
    return { ...summary, description: excerpt, partNumber, featured, state, revision, updatedAt }
  })
}
