import { z } from 'zod'
import { MAX_GRID_ITEMS } from '#contracts/grid-fields.ts'
import { ItemBatchReply } from '#contracts/item-batch.ts'
import {
  DismissalBody,
  DismissalPage,
  FindingItemPage,
  FindingItemsQuery,
  FindingPage,
  FindingParams,
  FindingsQuery,
  FixBody,
  FixPreview,
  FixPreviewBody,
  FixUndoBody,
} from '#contracts/quality.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import type { ListingDeps } from '../items/deps.ts'
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
import { createReportCache } from './report.ts'
import { listDismissals } from './store.ts'

const tags = ['items']

/** Registers the findings about the quality of the items' data, their dismissal and their correction. */
export function qualityRoutes(app: Api, deps: ListingDeps): void {
  const getReport = createReportCache({ events: deps.events, getDb: deps.lists.getDb })
  const qualityDeps = { ...deps, getReport }
  readRoutes(app, qualityDeps)
  editRoutes(app, qualityDeps)
}

type QualityDeps = ListingDeps & Parameters<typeof listFindings>[0]

function readRoutes(app: Api, deps: QualityDeps): void {
  const onRequest = deps.guard.requires('catalogue.read')

  const summary = 'What is probably wrong with items, without dismissed findings'
  app.get(
    '/api/quality/findings',
    { onRequest, schema: { tags, summary, querystring: FindingsQuery, response: { 200: FindingPage } } },
    ({ query }) => listFindings(deps, query),
  )

  const itemsSchema = {
    summary: 'The items of a finding',
    params: FindingParams,
    querystring: FindingItemsQuery,
    response: { 200: FindingItemPage },
  }
  app.get(
    '/api/quality/findings/:key/items',
    { onRequest, schema: { tags, ...itemsSchema } },
    ({ params, query }) => listFindingItems(deps, params.key, query),
  )

  const idsSchema = {
    summary: `The ids of the items of a finding, at most ${MAX_GRID_ITEMS}`,
    params: FindingParams,
    response: { 200: z.array(z.string()) },
  }
  app.get('/api/quality/findings/:key/ids', { onRequest, schema: { tags, ...idsSchema } }, ({ params }) =>
    listFindingItemIds(deps, params.key, MAX_GRID_ITEMS),
  )

  const dismissalsSchema = {
    summary: 'Dismissed findings, the newest first',
    querystring: FindingItemsQuery,
    response: { 200: DismissalPage },
  }
  app.get('/api/quality/dismissals', { onRequest, schema: { tags, ...dismissalsSchema } }, ({ query }) =>
    listDismissals(deps.db, query),
  )
}

function editRoutes(app: Api, deps: QualityDeps): void {
  const onRequest = deps.guard.requires('catalogue.edit')

  const dismissSummary = 'Hide a finding, also for items that it concerns later'
  app.post(
    '/api/quality/dismissals',
    {
      onRequest,
      schema: { tags, summary: dismissSummary, body: DismissalBody, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await dismissFinding(deps, getActor(request), request.body)
      return reply.code(204).send(null)
    },
  )

  const restoreSummary = 'Show a dismissed finding again'
  app.delete(
    '/api/quality/dismissals/:key',
    {
      onRequest,
      schema: { tags, summary: restoreSummary, params: FindingParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await restoreFinding(deps, getActor(request), request.params.key)
      return reply.code(204).send(null)
    },
  )

  const previewSummary = 'Every change that a correction of a finding would make. Changes nothing'
  app.post(
    '/api/quality/fixes/preview',
    {
      onRequest,
      schema: { tags, summary: previewSummary, body: FixPreviewBody, response: { 200: FixPreview } },
    },
    ({ body }) => previewFix(deps, body),
  )

  const response = { 200: ItemBatchReply }
  const summary = 'Correct items that still have these revisions'
  app.post(
    '/api/quality/fixes',
    { onRequest, schema: { tags, summary, body: FixBody, response } },
    (request) => applyFix(deps, getActor(request), request.body),
  )

  const undoSummary = 'Undo a correction of items that were not changed since'
  app.post(
    '/api/quality/fixes/undo',
    { onRequest, schema: { tags, summary: undoSummary, body: FixUndoBody, response } },
    (request) => undoFix(deps, getActor(request), request.body.items),
  )
}
