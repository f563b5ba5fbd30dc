import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { MAX_GRID_ITEMS } from '#contracts/bulk-data/grid-fields.ts'
import { ItemBatchReply } from '#contracts/bulk-data/item-batch.ts'
import {
  Dismissal,
  DismissalBody,
  FindingItem,
  FindingItemsQuery,
  FindingPage,
  FindingParams,
  FindingsQuery,
  FixBody,
  FixPreview,
  FixPreviewBody,
  FixUndoBody,
} from '#contracts/bulk-data/quality.ts'
import type { DatabaseSettings } from '#server/database/db.ts'
import { createRouter, type Route } from '#server/kernel/http/route.ts'
import type { ListingDeps } from '../listing/deps.ts'
import {
  applyFix,
  dismissFinding,
  listFindingItemIds,
  listFindingItems,
  listFindings,
  previewFix,
  restoreFinding,
  undoFix,
} from './commands.ts'
import { createReportReader } from './report-reader.ts'
import { listDismissals } from './store.ts'

/** Registers the findings about the quality of the items' data, their dismissal and their correction. */
export function qualityRoutes(
  app: FastifyInstance,
  deps: ListingDeps & { databaseSettings: DatabaseSettings },
): void {
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())
  const qualityDeps = { ...deps, report: createReportReader({ ...deps, signal: closing.signal }) }
  const route = createRouter(app, { guard: deps.guard, tag: 'items' })
  readRoutes(route, qualityDeps)
  editRoutes(route, qualityDeps)
}

type QualityDeps = ListingDeps & Parameters<typeof listFindings>[0]

function readRoutes(route: Route, deps: QualityDeps): void {
  route(
    'GET /api/quality/findings',
    {
      permission: 'catalogue.read',
      summary: 'What is probably wrong with items, without dismissed findings',
      query: FindingsQuery,
      reply: FindingPage,
    },
    ({ query }) => listFindings(deps, query),
  )

  route(
    'GET /api/quality/findings/:key/items',
    {
      permission: 'catalogue.read',
      summary: 'The items of a finding; X-Total-Count is the number of all of them',
      params: FindingParams,
      query: FindingItemsQuery,
      page: FindingItem,
    },
    ({ params, query }) => listFindingItems(deps, params.key, query),
  )

  route(
    'GET /api/quality/findings/:key/ids',
    {
      permission: 'catalogue.read',
      summary: `The ids of the items of a finding, at most ${MAX_GRID_ITEMS}`,
      params: FindingParams,
      reply: z.array(z.string()),
    },
    ({ params }) => listFindingItemIds(deps, params.key, MAX_GRID_ITEMS),
  )

  route(
    'GET /api/quality/dismissals',
    {
      permission: 'catalogue.read',
      summary: 'Dismissed findings, the newest first; X-Total-Count is the number of all of them',
      query: FindingItemsQuery,
      page: Dismissal,
    },
    ({ query }) => listDismissals(deps.db, query),
  )
}

function editRoutes(route: Route, deps: QualityDeps): void {
  route(
    'POST /api/quality/dismissals',
    {
      permission: 'catalogue.edit',
      summary: 'Hide a finding, also for items that it concerns later',
      body: DismissalBody,
    },
    ({ actor, body }) => dismissFinding(deps, actor, body),
  )

  route(
    'DELETE /api/quality/dismissals/:key',
    { permission: 'catalogue.edit', summary: 'Show a dismissed finding again', params: FindingParams },
    ({ actor, params }) => restoreFinding(deps, actor, params.key),
  )

  route(
    'POST /api/quality/fixes/preview',
    {
      permission: 'catalogue.edit',
      summary: 'Every change that a correction of a finding would make. Changes nothing',
      body: FixPreviewBody,
      reply: FixPreview,
    },
    ({ body }) => previewFix(deps, body),
  )

  route(
    'POST /api/quality/fixes',
    {
      permission: 'catalogue.edit',
      summary: 'Correct items that still have these revisions',
      body: FixBody,
      reply: ItemBatchReply,
    },
    ({ actor, body }) => applyFix(deps, actor, body),
  )

  route(
    'POST /api/quality/fixes/undo',
    {
      permission: 'catalogue.edit',
      summary: 'Undo a correction of items that were not changed since',
      body: FixUndoBody,
      reply: ItemBatchReply,
    },
    ({ actor, body }) => undoFix(deps, actor, body.items),
  )
}
