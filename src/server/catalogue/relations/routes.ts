import { z } from 'zod'
import { ItemParams } from '#contracts/item.ts'
import {
  ItemRelations,
  NewRelation,
  RelatedItem,
  RelationChange,
  RelationPage,
  RelationsQuery,
} from '#contracts/relation.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import type { ListingDeps } from '../items/deps.ts'
import { getItemByIdOrThrow, getItemOrThrow } from '../items/store.ts'
import { addRelation, changeRelation, removeRelation } from './commands.ts'
import { ALL_STATES, toRelatedItems } from './related-items.ts'
import { getRelations } from './response.ts'
import { getRowId, listGroup } from './store.ts'

const tags = ['relations']
const RelationParams = ItemParams.extend({ relationId: z.string().max(100) })
const BaseRevision = z.object({ revision: z.coerce.number().int().optional() })

/** Registers the calls that read and change how items are related. */
export function relationRoutes(app: Api, deps: ListingDeps): void {
  deps.publicReads.define(app, {
    path: '/api/relations/:id',
    tags,
    summary:
      'One page of the related items of an item, such as the parts of a machine by assembly and position',
    params: ItemParams,
    query: RelationsQuery,
    body: RelationPage,
    load: async ({ params, query, origin }) => {
      const { id } = await getItemOrThrow(deps.db, { key: params.id })
      const page = await listGroup(deps.db, await getRowId(deps.db, id), { ...query, states: ['published'] })
      return { body: { ...page, items: await toRelatedItems(deps, origin, page.items) } }
    },
  })
  staffRoutes(app, deps)
}

function staffRoutes(app: Api, deps: ListingDeps): void {
  app.get(
    '/api/items/:id/relations',
    {
      onRequest: deps.guard.requires('catalogue.read'),
      schema: {
        tags,
        summary: 'One page of the related items of an item in any state',
        params: ItemParams,
        querystring: RelationsQuery,
        response: { 200: RelationPage },
      },
    },
    async ({ params, query, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(deps.db, params.id)
      const page = await listGroup(deps.db, await getRowId(deps.db, id), { ...query, states: ALL_STATES })
      return { ...page, items: await toRelatedItems(deps, siteOrigin, page.items) }
    },
  )

  app.get(
    '/api/items/:id/relation-groups',
    {
      onRequest: deps.guard.requires('catalogue.read'),
      schema: {
        tags,
        summary: 'The first related items of each group of an item, in any state',
        params: ItemParams,
        response: { 200: ItemRelations },
      },
    },
    async ({ params, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(deps.db, params.id)
      return getRelations(deps, siteOrigin, id, ALL_STATES)
    },
  )

  const onRequest = deps.guard.requires('catalogue.edit')
  const changed = { tags, params: RelationParams }
  app.post(
    '/api/items/:id/relations',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Relate an item to another one, from either side',
        params: ItemParams,
        body: NewRelation,
        response: { 201: RelatedItem },
      },
    },
    async (request, reply) => {
      const added = await addRelation(deps, {
        actor: getActor(request),
        id: request.params.id,
        ...request.body,
      })
      const [body] = await toRelatedItems(deps, request.siteOrigin, [added])
      return reply.code(201).send(body!)
    },
  )
  app.put(
    '/api/items/:id/relations/:relationId',
    {
      onRequest,
      schema: {
        ...changed,
        summary: 'Change assembly, position and quantity of a relation',
        body: RelationChange,
        response: { 200: RelatedItem },
      },
    },
    async (request) => {
      const target = { actor: getActor(request), ...request.params, ...request.body }
      const [body] = await toRelatedItems(deps, request.siteOrigin, [await changeRelation(deps, target)])
      return body!
    },
  )
  app.delete(
    '/api/items/:id/relations/:relationId',
    {
      onRequest,
      schema: {
        ...changed,
        summary: 'Remove a relation',
        querystring: BaseRevision,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { revision } = request.query
      await removeRelation(deps, { actor: getActor(request), ...request.params, revision })
      return reply.code(204).send(null)
    },
  )
}
