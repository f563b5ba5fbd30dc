import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Kind, ListQuery } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { ListingDeps } from '../items/deps.ts'
import { RESPONSE_SCHEMAS, toItemResponses } from '../items/item-response.ts'
import { findByRowIds } from '../items/store.ts'
import { sendJsonArray } from './json-array-stream.ts'
import { listItems, listRowIds } from './store-lists.ts'
import type { OpenList, Understanding } from './understand-search.ts'

/** Up to this many items, a list without a limit is read with one query; a longer one is streamed. */
const MAX_BUFFERED_ITEMS = 500

/** Registers the list of one kind (row API-2). */
export function listRoute(app: FastifyInstance, deps: ListingDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  deps.publicReads.define(app, {
    path,
    tag: path,
    summary:
      'All items, or those that match. X-Total-Count: the number of matches; for a search, at most 10000. X-List-Count: the number of items. X-Searched-Instead: the term that was used, if the search itself has no results. X-Understood: the parameters `search` and `specifications` that the search was understood as, if it contains quantities, as a query string, with a parameter `label` for each filter',
    query: ListQuery,
    body: z.array(RESPONSE_SCHEMAS[kind]),
    async load({ query, origin }) {
      const list = await deps.lists.open(kind, query)
      const [headers, page] = await Promise.all([
        getHeaders(deps, list),
        query.limit === undefined ? undefined : listItems(list),
      ])
      if (!page && headers['x-total-count'] > MAX_BUFFERED_ITEMS) return undefined
      const items = page ?? (await listItems(list))
      return { headers, body: await toItemResponses(deps, origin, items) }
    },
    async stream(request, reply, { query, origin }) {
      const list = await deps.lists.open(kind, query)
      reply.headers(await getHeaders(deps, list))
      const rowIds = await listRowIds(list)
      return sendJsonArray(request, reply, rowIds, async (batch) =>
        toItemResponses(deps, origin, await findByRowIds(deps.db, batch)),
      )
    },
  })
}

async function getHeaders({ lists }: ListingDeps, list: OpenList) {
  const unfiltered = { db: list.db, rowSets: list.rowSets, filter: { kind: list.filter.kind } }
  return {
    'x-total-count': await lists.count(list),
    'x-list-count': await lists.count(unfiltered),
    ...(list.rewrittenAs && { 'x-searched-instead': encodeURIComponent(list.rewrittenAs) }),
    ...(list.understood && { 'x-understood': formatUnderstanding(list.understood) }),
  }
}

/** The header in ASCII; a label per filter lets a page show and remove each. */
const formatUnderstanding = ({ search, specifications, labels }: Understanding): string =>
  new URLSearchParams([
    ['search', search],
    ['specifications', specifications],
    ...labels.map((label) => ['label', label]),
  ]).toString()
