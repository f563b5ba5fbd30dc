import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Kind, ListQuery } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import { negotiateEncoding } from '#server/http-cache/compressed-body.ts'
import type { Api } from '#server/kernel/api.ts'
import { toClientNetwork } from '#server/kernel/http.ts'
import { type ListingDeps, RESPONSE_SCHEMAS, toItemResponses } from '../items/item-routes.ts'
import { findByRowIds } from '../items/store.ts'
import { interpretQuery } from '../search/query-interpretation.ts'
import type { SearchEvent } from '../search/zero-result-searches.ts'
import type { ItemFilter } from './item-filter.ts'
import { streamJsonArray } from './json-array-stream.ts'
import { listItems, listRowIds } from './store-lists.ts'

/** A list without a limit is read and written at once up to so many items, and beyond that piece by piece. */
const MAX_BUFFERED_ITEMS = 500

export interface ListRouteDeps extends ListingDeps {
  /** Told of every search for the first page of a list. */
  recordSearch: (search: SearchEvent) => void
}

/** The list of one kind (row API-2). */
export function listRoute(app: Api, deps: ListRouteDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  deps.publicReads.define(app, {
    path,
    tags: [path],
    summary:
      'The list; whole without parameters. X-Total-Count: how many match, where a search counts up to 10000; X-List-Count: how many there are; X-Searched-Instead: what was looked for where nothing contains the search',
    query: ListQuery,
    body: z.array(RESPONSE_SCHEMAS[kind]),
    load: async ({ query, origin }) => {
      const { headers, items } = await readList(deps, kind, query)
      return items && { headers, body: await toItemResponses(deps, origin, kind, items) }
    },
    stream: async (request, reply, { query, origin }) => {
      const { headers, ...list } = await readList(deps, kind, query)
      return streamList(deps, request, reply.headers(headers), kind, { ...list, origin })
    },
    onServe: ({ url, ip }, headers) => {
      const search = getFirstPageSearch(url)
      if (search === undefined) return
      deps.recordSearch({
        network: toClientNetwork(ip),
        search,
        hasResults: Number(headers['x-total-count']) > 0,
      })
    },
    isCounted: (url) => getFirstPageSearch(url) !== undefined,
  })
}

/** The items of a list, undefined where they are too many to be read at once, and what the list says of itself. */
async function readList(deps: ListRouteDeps, kind: Kind, { approximate, ...query }: ListQuery) {
  const listDb = await deps.lists.getDb()
  const interpreted = approximate ? await interpretQuery(listDb, kind, query.search ?? '') : undefined
  const filter: ItemFilter = { ...query, kind, ...(interpreted && { criteria: interpreted.criteria }) }
  const fullFilter: ItemFilter = { kind, ...(kind === 'machine' && { category: query.category }) }
  const { limit } = query
  const page = limit === undefined ? undefined : await deps.lists.getPage({ ...filter, limit })
  const total = page?.total ?? (await deps.lists.count(filter))
  const listTotal = isNarrowed(kind, query) ? await deps.lists.count(fullFilter) : total
  const headers = {
    'x-total-count': total,
    'x-list-count': listTotal,
    ...(interpreted?.rewrittenAs && { 'x-searched-instead': encodeURIComponent(interpreted.rewrittenAs) }),
  }
  const mustStream = !page && total > MAX_BUFFERED_ITEMS
  const items = mustStream ? undefined : (page?.items ?? (await listItems(listDb, filter)))
  return { headers, items, lists: listDb, filter }
}

/** What was searched for, where a list is asked for what the search means and from its beginning. */
function getFirstPageSearch(url: string): string | undefined {
  const query = new URLSearchParams(url.split('?')[1])
  const isFirstPage =
    query.get('approximate') === 'true' && Number(query.get('limit')) && !Number(query.get('offset'))
  return isFirstPage ? (query.get('search') ?? undefined) : undefined
}

/** Whether a list leaves anything out beside other categories of machines, which are lists of their own. */
function isNarrowed(
  kind: Kind,
  { sort: _, limit: __, offset: ___, category, ...filters }: ListQuery,
): boolean {
  return Object.values(filters).some(Boolean) || (kind !== 'machine' && category !== undefined)
}

/** A long list as a stream, compressed on its way as far as that costs little. */
async function streamList(
  deps: ListRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  { lists, filter, origin }: { lists: Db; filter: ItemFilter; origin: string },
): Promise<FastifyReply> {
  const rowIds = await listRowIds(lists, filter)
  const read = async (ids: number[]) => toItemResponses(deps, origin, kind, await findByRowIds(deps.db, ids))
  const source = Readable.from(streamJsonArray(rowIds, read))
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
  if (encoding === 'identity') return reply.send(source)
  const compressor: Transform =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      : createGzip({ level: 1 })
  pipeline(source, compressor, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'a list broke off')
  })
  return reply.header('content-encoding', encoding).send(compressor)
}
