import { GridItems, GridQuery, GridSaveBody, GridSaveReply } from '#contracts/grid.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import type { ListingDeps } from '../items/deps.ts'
import { listGridItems, saveGridChanges } from './commands.ts'

/** Registers what the grid of items reads and saves. */
export function gridRoutes(app: Api, deps: ListingDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')
  const tags = ['items']

  const listSummary = 'Up to 2,000 items with their values as texts, for the grid'
  app.post(
    '/api/items/grid',
    { onRequest, schema: { tags, summary: listSummary, body: GridQuery, response: { 200: GridItems } } },
    async ({ body }) => listGridItems(await deps.lists.getDb(), body),
  )

  const summary = 'Save changed cells of up to 500 items, each item completely or not at all'
  app.patch(
    '/api/items',
    { onRequest, schema: { tags, summary, body: GridSaveBody, response: { 200: GridSaveReply } } },
    (request) => saveGridChanges(deps, getActor(request), request.body),
  )
}
