import type { FastifyInstance } from 'fastify'
import { GridItem, GridQuery, GridSaveBody, GridSaveReply } from '#contracts/bulk-data/grid.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { listGridItems, saveGridChanges } from './commands.ts'

/** Registers what the grid of items reads and saves. */
export function gridRoutes(app: FastifyInstance, deps: ListingDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'items' })

  route(
    'POST /api/items/grid',
    {
      permission: 'catalogue.edit',
      summary:
        'Up to 2,000 items with their values as texts, for the grid, without archived ones; X-Total-Count is the number of matches, also beyond the maximum',
      body: GridQuery,
      page: GridItem,
    },
    async ({ body }) => listGridItems(await deps.lists.getDb(), body),
  )

  route(
    'PATCH /api/items',
    {
      permission: 'catalogue.edit',
      summary: 'Save changed cells of up to 500 items, each item completely or not at all',
      body: GridSaveBody,
      reply: GridSaveReply,
    },
    ({ actor, body }) => saveGridChanges(deps, actor, body),
  )
}
