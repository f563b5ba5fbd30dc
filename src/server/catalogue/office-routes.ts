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
import { originOf } from '#server/kernel/http.ts'
import { notFound } from '#server/kernel/problem.ts'
import { changeMany, removeItem, restoreRevision } from './bulk-changes.ts'
import { anyItem } from './changes.ts'
import { toRevisions } from './history.ts'
import type { ListingParts } from './reading-routes.ts'
import type { CatalogueParts } from './routes.ts'
import type { StoredItem } from './store.ts'
import { listSnapshots } from './store-history.ts'
import { categoryNames, listForStaff, listIdsForStaff, specificationNames, usesOf } from './store-office.ts'
import { toSummary } from './wire.ts'

const Params = z.object({ id: z.string().max(100) })
const KindQuery = z.object({ kind: Kind.optional() })
const tags = ['items']
const DESCRIPTION_LETTERS = 200

type OfficeParts = CatalogueParts & ListingParts

/** The staff's view of everything: the one list, changes of many, history, archive. */
export function officeRoutes(app: Api, parts: OfficeParts): void {
  listRoutes(app, parts)
  changeRoutes(app, parts)
  historyRoutes(app, parts)
}

function listRoutes(app: Api, parts: OfficeParts): void {
  const { db } = parts
  const onRequest = parts.guard.requires('office.read')

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
      const { items, total } = await listForStaff(await parts.lists.db(), request.query)
      reply.header('x-total-count', total)
      return toOfficeItems(parts, request, items)
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
    async (request) => listIdsForStaff(await parts.lists.db(), request.query, MAX_LISTED_IDS),
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
    async (request) => specificationNames(db, request.query.kind),
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
    async (request) => categoryNames(db, request.query.kind),
  )
}

function changeRoutes(app: Api, parts: CatalogueParts): void {
  const onRequest = parts.guard.requires('catalogue.edit')

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
    async (request) => changeMany(parts, getActor(request), request.body),
  )

  app.get(
    '/api/items/:id/uses',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Where an item is used',
        params: Params,
        response: { 200: ItemUsage },
      },
    },
    async (request) => usesOf(parts.db, await anyItem(parts.db, request.params.id)),
  )

  app.delete(
    '/api/items/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete an archived item for good',
        params: Params,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeItem(parts, getActor(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function historyRoutes(app: Api, parts: CatalogueParts): void {
  app.get(
    '/api/items/:id/history',
    {
      onRequest: parts.guard.requires('office.read'),
      schema: {
        tags,
        summary: 'Kept revisions, the newest first, each with what it changed',
        params: Params,
        response: { 200: ItemHistory },
      },
    },
    async (request) => {
      const item = await anyItem(parts.db, request.params.id)
      const { id, kind, name, state, revision } = item
      const revisions = toRevisions(await listSnapshots(parts.db, id))
      return { item: { id, kind, name, state, revision }, revisions }
    },
  )

  app.post(
    '/api/items/:id/restoration',
    {
      onRequest: parts.guard.requires('catalogue.edit'),
      schema: {
        tags,
        summary: 'Make an item what it was at an earlier revision; that is a revision of its own',
        params: Params,
        body: z.object({ revision: z.number().int().min(1) }),
        response: { 200: AdminItem },
      },
    },
    async (request) => {
      const actor = getActor(request)
      const restored = await restoreRevision(parts, actor, request.params.id, request.body.revision)
      const [line] = await toOfficeItems(parts, request, [restored])
      if (!line) throw notFound('Item')
      return line
    },
  )
}

async function toOfficeItems(
  parts: CatalogueParts,
  request: FastifyRequest,
  items: StoredItem[],
): Promise<AdminItem[]> {
  const pictures = await parts.media.describe(
    items.map(({ images }) => images.slice(0, 1)),
    originOf(request, parts.publicUrl),
  )
  return items.map((item, index) => {
    const { featured, state, revision, updatedAt } = item
    const description = item.description.slice(0, DESCRIPTION_LETTERS)
    return { ...toSummary(item, pictures[index] ?? []), description, featured, state, revision, updatedAt }
  })
}
