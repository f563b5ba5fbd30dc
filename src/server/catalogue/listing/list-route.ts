import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { translateTexts } from '#contracts/fields/content-texts.ts'
import { type Kind, ListQuery } from '#contracts/item/item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { negotiateEncoding } from '#server/http-cache/compressed-body.ts'
import { findByRowIds } from '../items/store.ts'
import { readPrice } from '../search/quantities/price-query.ts'
import { rateItem } from '../search/relevance/store-relevance.ts'
import { findSearchedDocuments, withoutDocumentWords } from '../search/searched-documents.ts'
import type { ListingDeps } from './deps.ts'
import { RESPONSE_SCHEMAS, toItemResponses } from './item-response.ts'
import { countItems, listItems, listRowIds } from './store-lists.ts'
import { type JobAnswer, type OpenList, toSearchedJob, type Understanding } from './understand-search.ts'

/** Up to this many items, a list without a limit is read with one query; a longer one is streamed. */
const MAX_BUFFERED_ITEMS = 500
const BATCH_SIZE = 100

/** Registers the list of one kind (row API-2). */
export function listRoute(app: FastifyInstance, deps: ListingDeps, kind: Kind): void {
  const { path } = RESOURCES[kind]
  deps.publicReads.define(app, {
    path,
    tag: path,
    summary:
      'All items, or those that match. X-Total-Count: the number of matches; for a search, at most 10000. X-List-Count: the number of items. X-Searched-Instead: the term that was used, if the search itself has no results. X-Understood: the parameters `search` and `specifications` that the search was understood as, if it contains quantities, as a query string, with a parameter `label` for each filter. X-Ignored: words of the search that the first items lack. X-Nearest: no item has the quantities of the search, and these come nearest. X-Job: the job that the search describes, whose machines these are, as a query string. X-Documents: the ids of documents of these items that the search asks for, separated by commas; the slug of an item stands for its data sheet. X-Match: how well the first item answers the search, for comparison with the other kinds',
    query: ListQuery,
    body: z.array(RESPONSE_SCHEMAS[kind]),
    async load({ query, origin }) {
      const list = await deps.lists.open(kind, query)
      const { english } = await deps.lists.toEnglish(query.search ?? '')
      const [headers, page] = await Promise.all([
        getHeaders(list, { ...query, search: english }),
        query.limit === undefined ? undefined : listItems(list),
      ])
      if (!page && headers['x-total-count'] > MAX_BUFFERED_ITEMS) return undefined
      const body = await toItemResponses(deps, origin, page ?? (await listItems(list)))
      const documents = query.approximate && !query.offset ? findSearchedDocuments(english, body) : []
      return {
        headers: { ...headers, ...(documents.length > 0 && { 'x-documents': documents.join() }) },
        body,
      }
    },
    async stream(request, reply, { query, origin, language }) {
      const list = await deps.lists.open(kind, query)
      reply.headers(await getHeaders(list, query))
      const rowIds = await listRowIds(list)
      const translate = language && (await deps.translator.open(language))
      return sendJsonArray(request, reply, rowIds, async (batch) => {
        const items = await toItemResponses(deps, origin, await findByRowIds(deps.db, batch))
        return translate ? translateTexts(items, translate) : items
      })
    },
  })
}

async function getHeaders(list: OpenList, { search, approximate }: ListQuery) {
  const match =
    search && approximate ? await rateFirst(list, withoutDocumentWords(search) || search) : undefined
  return {
    'x-total-count': await countItems(list),
    'x-list-count': await countItems({ ...list, filter: { kind: list.filter.kind } }),
    ...(list.rewrittenAs && { 'x-searched-instead': encodeURIComponent(list.rewrittenAs) }),
    ...(list.job && { 'x-job': toJobHeader(list.job) }),
    ...(list.isNearest && { 'x-nearest': 'true' }),
    ...(list.ignored?.length && { 'x-ignored': encodeURIComponent(list.ignored.join(',')) }),
    ...(match !== undefined && { 'x-match': match.toFixed(3) }),
    ...(list.understood && { 'x-understood': formatUnderstanding(list.understood) }),
  }
}

const toJobHeader = (job: JobAnswer): string =>
  new URLSearchParams(
    Object.entries(toSearchedJob(job)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()

/** The machines for a job come before whatever texts have in common with it. */
const MATCH_OF_JOB = 10

/** How well the first item of a list answers a search, for comparison with the lists of other kinds. */
async function rateFirst(list: OpenList, search: string): Promise<number> {
  if (list.job) return MATCH_OF_JOB
  const [first] = await listRowIds({ ...list, filter: { ...list.filter, limit: 1, offset: 0 } })
  return first === undefined
    ? 0
    : rateItem(
        list,
        list.filter.kind,
        first,
        readPrice(search)?.words ?? search,
        list.understood?.labels ?? [],
      )
}

/** The header in ASCII; a label per filter lets a page show and remove each. */
const formatUnderstanding = ({ search, specifications, labels }: Understanding): string =>
  new URLSearchParams([
    ['search', search],
    ['specifications', specifications],
    ...labels.map((label) => ['label', label]),
  ]).toString()

/** Sends a JSON array of any length without holding it in memory. The low compression levels cost little time. */
function sendJsonArray<Key, Entry>(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: Key[],
  readBatch: (keys: Key[]) => Promise<Entry[]>,
): FastifyReply {
  const source = Readable.from(streamJsonArray(keys, readBatch))
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
  if (encoding === 'identity') return reply.send(source)
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      : createGzip({ level: 1 })
  pipeline(source, compressor, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'The transmission of a list failed.')
  })
  return reply.header('content-encoding', encoding).send(compressor)
}

/** The JSON text of an array, entry by entry. Other requests are handled between two batches. */
async function* streamJsonArray<Key, Entry>(keys: Key[], readBatch: (keys: Key[]) => Promise<Entry[]>) {
  let separator = '['
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    for (const entry of await readBatch(keys.slice(start, start + BATCH_SIZE))) {
      yield separator + JSON.stringify(entry)
      separator = ','
    }
    await setImmediate()
  }
  yield separator === '[' ? '[]' : ']'
}
