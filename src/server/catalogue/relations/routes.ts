import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ItemParams } from '#contracts/item/item.ts'
import {
  ItemRelations,
  NewRelation,
  RelatedItem,
  RelationChange,
  RelationsQuery,
} from '#contracts/item/relation.ts'
import { BaseRevision, createRouter, Id } from '#server/kernel/http/route.ts'
import { getItemByIdOrThrow, getItemOrThrow } from '../items/store.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { addRelation, changeRelation, removeRelation } from './commands.ts'
import { ALL_STATES, toRelatedItems } from './related-items.ts'
import { getRelations } from './response.ts'
import { getRowId, listGroup } from './store.ts'

const RelationParams = ItemParams.extend({ relationId: Id })

/** Registers the calls that read and change how items are related. */
export function relationRoutes(app: FastifyInstance, deps: ListingDeps): void {
  deps.publicReads.define(app, {
    path: '/api/relations/:id',
    tag: 'relations',
    summary:
      'One page of the related items of an item, such as the parts of a machine by assembly and position; X-Total-Count is the number of all of them',
    params: ItemParams,
    query: RelationsQuery,
    body: z.array(RelatedItem),
    load: async ({ params, query, origin }) => {
      const { id } = await getItemOrThrow(deps.db, { key: params.id })
      const group = { ...query, states: ['published'] } as const
      const { items, total } = await listGroup(deps.db, await getRowId(deps.db, id), group)
      return { body: await toRelatedItems(deps, origin, items), headers: { 'x-total-count': total } }
    },
  })
  staffRoutes(app, deps)
}

function staffRoutes(app: FastifyInstance, deps: ListingDeps): void {
  const { db, guard } = deps
  const route = createRouter(app, { guard, tag: 'relations' })

  route(
    'GET /api/items/:id/relations',
    {
      permission: 'catalogue.read',
      summary:
        'One page of the related items of an item in any state; X-Total-Count is the number of all of them',
      params: ItemParams,
      query: RelationsQuery,
      page: RelatedItem,
    },
    async ({ params, query, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(db, params.id)
      const { items, total } = await listGroup(db, await getRowId(db, id), { ...query, states: ALL_STATES })
      return { items: await toRelatedItems(deps, siteOrigin, items), total }
    },
  )

  route(
    'GET /api/items/:id/relation-groups',
    {
      permission: 'catalogue.read',
      summary: 'The first related items of each group of an item, in any state',
      params: ItemParams,
      reply: ItemRelations,
    },
    async ({ params, siteOrigin }) => {
      const { id } = await getItemByIdOrThrow(db, params.id)
      return getRelations(deps, siteOrigin, id, ALL_STATES)
    },
  )

  route(
    'POST /api/items/:id/relations',
    {
      permission: 'catalogue.edit',
      summary: 'Relate an item to another one, from either side',
      params: ItemParams,
      body: NewRelation,
      status: 201,
      reply: RelatedItem,
    },
    async ({ actor, params: { id }, body, siteOrigin }) => {
      const [item] = await toRelatedItems(deps, siteOrigin, [await addRelation(deps, { actor, id, ...body })])
      return item!
    },
  )

  route(
    'PUT /api/items/:id/relations/:relationId',
    {
      permission: 'catalogue.edit',
      summary: 'Change assembly, position and quantity of a relation',
      params: RelationParams,
      body: RelationChange,
      reply: RelatedItem,
    },
    async ({ actor, params, body, siteOrigin }) => {
      const changed = await changeRelation(deps, { actor, ...params, ...body })
      const [item] = await toRelatedItems(deps, siteOrigin, [changed])
      return item!
    },
  )

  route(
    'DELETE /api/items/:id/relations/:relationId',
    {
      permission: 'catalogue.edit',
      summary: 'Remove a relation',
      params: RelationParams,
      query: BaseRevision,
    },
    ({ actor, params, query: { revision } }) => removeRelation(deps, { actor, ...params, revision }),
  )
}
