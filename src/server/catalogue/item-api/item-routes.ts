import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ItemParams } from '#contracts/item/item.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { EDITABLE_STATES, getItemOrThrow } from '../items/store.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { RESPONSE_SCHEMAS, toItemResponses } from '../listing/item-response.ts'
import { listItems } from '../listing/store-lists.ts'
import { DETAILS_SCHEMAS, withRelations } from '../relations/response.ts'

/** Registers the public reads of single items and of featured items of one kind (rows API-1, API-3). */
export function itemRoutes(app: FastifyInstance, deps: ListingDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  deps.publicReads.define(app, {
    path: `${path}/featured`,
    tag: path,
    summary: 'Featured items, as the home page shows them',
    body: z.array(RESPONSE_SCHEMAS[kind]),
    load: async ({ origin }) => {
      const items = await listItems(await deps.lists.open(kind, { featured: true }))
      return { body: await toItemResponses(deps, origin, items) }
    },
  })
  deps.publicReads.define(app, {
    path: `${path}/:id`,
    tag: path,
    summary: 'One item by id or slug',
    params: ItemParams,
    body: DETAILS_SCHEMAS[kind],
    load: async ({ params: { id }, origin }) => ({
      body: await withRelations(deps, origin, await getItemOrThrow(deps.db, { kind, key: id })),
    }),
    loadPrivate: async (request, { params: { id }, origin }) => {
      const actor = await deps.guard.optionalActor(request)
      const states = actor?.permissions.includes('catalogue.read') ? EDITABLE_STATES : undefined
      const item = await getItemOrThrow(deps.db, { kind, key: id }, states)
      return withRelations(deps, origin, item, states)
    },
  })
}
