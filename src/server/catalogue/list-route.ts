import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Kind, ListQuery } from '#contracts/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import { acceptedEncoding } from '#server/kernel/encoded-body.ts'
import { networkOf, originOf } from '#server/kernel/http.ts'
import { type ListingParts, REPLIES, wireAll } from './reading-routes.ts'
import type { Search } from './search-misses.ts'
import { findByRowIds } from './store.ts'
import type { ItemFilter } from './store-conditions.ts'
import { listItems, listRowIds } from './store-lists.ts'
import { understand } from './understanding.ts'
import { wholeList } from './whole-list.ts'

/** A list without a limit is read and written at once up to so many items, and beyond that piece by piece. */
const MOST_AT_ONCE = 500

export interface ListParts extends ListingParts {
  /** Told of every search for the first page of a list. */
  noteSearch: (search: Search) => void
}

/** The list of one kind (row API-2). */
export function listRoute(app: Api, parts: ListParts, kind: Kind): void {
  const { path } = RESOURCES[kind]
  const body = z.array(REPLIES[kind])
  const noteSearch = ({ url, ip }: { url: string; ip: string }, total: unknown) => {
    const search = searchIn(url)
    if (search === undefined || total === undefined) return
    parts.noteSearch({ network: networkOf(ip), search, found: Number(total) > 0 })
  }
  parts.reads.offer({
    path,
    query: ListQuery,
    body,
    answer: async ({ query, origin }) => {
      const { headers, items } = await readList(parts, kind, query)
      return items && { headers, body: await wireAll(parts, origin, kind, items) }
    },
    onAnswer: (asked, headers) => noteSearch(asked, headers['x-total-count']),
  })
  app.get(
    path,
    {
      schema: {
        tags: [path],
        summary:
          'The list; whole without parameters. X-Total-Count: how many match, where a search counts up to 10000; X-List-Count: how many there are; X-Searched-Instead: what was looked for where nothing contains the search',
        querystring: ListQuery,
        response: { 200: body },
      },
      config: { kept: { mayReplay: ({ url }) => searchIn(url) === undefined } },
      onResponse: async (request, reply) => noteSearch(request, reply.getHeader('x-total-count')),
    },
    async (request, reply) => {
      const { headers, items, ...list } = await readList(parts, kind, request.query)
      reply.headers(headers)
      if (!items) return sendWhole(parts, request, reply, kind, list)
      return wireAll(parts, originOf(request, parts.publicUrl), kind, items)
    },
  )
}

/** The items of a list, undefined where they are too many to be read at once, and what the list says of itself. */
async function readList(parts: ListParts, kind: Kind, { approximate, ...query }: ListQuery) {
  const lists = await parts.lists.db()
  const understood = approximate ? await understand(lists, kind, query.search ?? '') : undefined
  const filter: ItemFilter = { ...query, kind, ...(understood && { matching: understood.matching }) }
  const whole: ItemFilter = { kind, ...(kind === 'machine' && { category: query.category }) }
  const { limit } = query
  const page = limit === undefined ? undefined : await parts.lists.page({ ...filter, limit })
  const total = page?.total ?? (await parts.lists.count(filter))
  const all = narrowed(kind, query) ? await parts.lists.count(whole) : total
  const headers = {
    'x-total-count': total,
    'x-list-count': all,
    ...(understood?.instead && { 'x-searched-instead': encodeURIComponent(understood.instead) }),
  }
  const isTooLong = !page && total > MOST_AT_ONCE
  const items = isTooLong ? undefined : (page?.items ?? (await listItems(lists, filter)))
  return { headers, items, lists, filter }
}

/** What was searched for, where a list is asked for what the search means and from its beginning. */
function searchIn(url: string): string | undefined {
  const query = new URLSearchParams(url.split('?')[1])
  const asked =
    query.get('approximate') === 'true' && Number(query.get('limit')) && !Number(query.get('offset'))
  return asked ? (query.get('search') ?? undefined) : undefined
}

/** Whether a list leaves anything out beside other categories of machines, which are lists of their own. */
function narrowed(kind: Kind, { sort: _, limit: __, offset: ___, category, ...filters }: ListQuery): boolean {
  return Object.values(filters).some(Boolean) || (kind !== 'machine' && category !== undefined)
}

/** A long list as a stream, compressed on its way as far as that costs little. */
async function sendWhole(
  parts: ListParts,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  { lists, filter }: { lists: Db; filter: ItemFilter },
): Promise<never> {
  const rowIds = await listRowIds(lists, filter)
  const origin = originOf(request, parts.publicUrl)
  const read = async (some: number[]) => wireAll(parts, origin, kind, await findByRowIds(parts.db, some))
  const source = Readable.from(wholeList(rowIds, read))
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
  if (encoding === 'identity') return reply.send(source) as never
  const compressing: Transform =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      : createGzip({ level: 1 })
  pipeline(source, compressing, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'a list broke off')
  })
  return reply.header('content-encoding', encoding).send(compressing) as never
}
