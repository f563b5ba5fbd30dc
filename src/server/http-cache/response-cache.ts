import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matchesEtag, REQUEST_ID_HEADER } from '#server/kernel/http/http.ts'
import { CompressedBody } from './compressed-body.ts'
import {
  BYTES_PER_CHARACTER,
  ENTRY_OVERHEAD_BYTES,
  MAX_CACHED_BODY_BYTES,
  REQUEST_INDEX_BYTES,
  RESPONSE_CACHE_BYTES,
} from './limits.ts'
import { type CacheStats, SingleFlightCache } from './single-flight-cache.ts'

/** A response to an anonymous GET request. It must depend on its cache key alone. */
export interface PublicResponse<Body = string | Buffer> {
  status: number
  /** Headers of the content. `cache-control: no-store` keeps the response out of the cache. */
  headers: Record<string, string | number>
  /** A buffer holds UTF-8. */
  body: Body
}
type CompressedResponse = PublicResponse<CompressedBody>

/** How often a route was served before Fastify: with its body, or as 'not modified'. */
export interface RouteCacheStats {
  route: string
  ok: number
  notModified: number
}

/** What is sent to requests with the same URL, host and Accept-Encoding. */
interface IndexedResponse {
  etag: string
  body: Buffer
  head: RawHead
  notModifiedHead: RawHead
  stats: RouteCacheStats
}

/** Names and values in turn, as `writeHead` takes them; the last value is the request id. */
type RawHead = string[]

const BODY_HEADERS = ['content-length', 'content-encoding', 'content-type']

/**
 * Complete responses to anonymous GET requests, pages and API alike (decision 0121). `get` and `send` are used by
 * routes: each response is stored once, under a key that does not depend on how the request was written. `send` also
 * indexes the raw request, so that `tryServe` can serve its repetition before Fastify runs. `clear` must be called
 * whenever public content changes.
 */
export class ResponseCache {
  readonly #responses = new SingleFlightCache<CompressedResponse>({
    maxBytes: RESPONSE_CACHE_BYTES,
    getSize: getStoredSize,
  })
  readonly #index = new LRUCache<string, IndexedResponse>({ maxSize: REQUEST_INDEX_BYTES })
  readonly #routeStats = new Map<string, RouteCacheStats>()
  readonly #createRequestId: (request: IncomingMessage) => string

  constructor(createRequestId: (request: IncomingMessage) => string) {
    this.#createRequestId = createRequestId
  }

  /** Serves an indexed response. Returns false, and does nothing, if there is none for this request. */
  tryServe(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false
    const indexed = this.#index.get(getIndexKey(request))
    if (!indexed) return false
    this.#responses.stats.hits++
    const requestId = this.#createRequestId(request)
    const ifNoneMatch = request.headers['if-none-match']
    if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, indexed.etag)) {
      indexed.stats.notModified++
      response.writeHead(304, setRequestId(indexed.notModifiedHead, requestId)).end()
    } else {
      indexed.stats.ok++
      response.writeHead(200, setRequestId(indexed.head, requestId)).end(indexed.body)
    }
    return true
  }

  /** Returns the cached response of this key, or the result of `compute`. Concurrent calls share one computation. */
  get<Result extends PublicResponse | undefined>(
    key: string,
    compute: () => Promise<Result>,
  ): Promise<CompressedResponse | Exclude<Result, PublicResponse>> {
    return this.#responses.get(key, async () => {
      const response = await compute()
      if (!response) return response as Exclude<Result, PublicResponse>
      return { ...response, body: await CompressedBody.create(response.body) }
    })
  }

  /** Sends a response in the encoding that the request accepts, or status 304. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    response: CompressedResponse,
  ): Promise<FastifyReply> {
    const { status, headers, body } = response
    const encoding = body.selectEncoding(request.headers['accept-encoding'])
    const etag = body.getEtag(encoding)
    reply.code(status).headers(headers).header('vary', 'Accept-Encoding')
    if (isCacheable(status, headers)) {
      reply.header('etag', etag)
      const ifNoneMatch = request.headers['if-none-match']
      // The payload is undefined, because Fastify would validate null against the schema of the body.
      if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag))
        return reply.code(304).removeHeader('content-type').send(undefined)
    }
    const bytes = await body.getBytes(encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply.header('content-length', bytes.length)
    // A response that a change of content has overtaken is not in the cache, and does not get into the index either.
    // Unknown parameters, which the key does not have, would make any number of entries.
    const isKnown = countParameters(request.url) <= countParameters(key)
    if (request.raw.method === 'GET' && isKnown && this.#responses.holds(key, response))
      this.#addToIndex(request, reply, etag, bytes)
    return reply.send(bytes)
  }

  /** Removes everything. Pending computations are returned to those who wait for them and not cached. */
  clear(): void {
    this.#responses.clear()
    this.#index.clear()
  }

  get stats(): CacheStats {
    return this.#responses.stats
  }

  /** Responses that were served before Fastify, and that its hooks have not counted. */
  get routeStats(): Iterable<Readonly<RouteCacheStats>> {
    return this.#routeStats.values()
  }

  #addToIndex(request: FastifyRequest, reply: FastifyReply, etag: string, body: Buffer): void {
    const indexKey = getIndexKey(request.raw)
    const head = Object.entries(reply.getHeaders()).filter(([name]) => name !== REQUEST_ID_HEADER)
    const indexed = {
      etag,
      body,
      head: toRawHead(head),
      notModifiedHead: toRawHead(head.filter(([name]) => !BODY_HEADERS.includes(name))),
      stats: this.#getRouteStats(request.routeOptions.url ?? ''),
    }
    const size = ENTRY_OVERHEAD_BYTES + indexKey.length * BYTES_PER_CHARACTER + body.length
    this.#index.set(indexKey, indexed, { size })
  }

  #getRouteStats(route: string): RouteCacheStats {
    const stats = this.#routeStats.get(route) ?? { route, ok: 0, notModified: 0 }
    this.#routeStats.set(route, stats)
    return stats
  }
}

/**
 * Forwarded headers are not part of the key: behind a proxy PUBLIC_URL must be set, and URLs in responses begin with it. A
 * missing Host header is the empty string, because 'undefined' is a valid host name.
 */
const getIndexKey = ({ url, headers }: IncomingMessage): string =>
  `${url}\n${headers.host ?? ''}\n${headers['accept-encoding']}`

const countParameters = (url: string): number => url.split(/[?&]/).length

const isCacheable = (status: number, headers: PublicResponse['headers']): boolean =>
  status === 200 && headers['cache-control'] !== 'no-store'

function getStoredSize({ status, headers, body: { size } }: CompressedResponse): number | undefined {
  const isStored = isCacheable(status, headers) && size <= MAX_CACHED_BODY_BYTES
  return isStored ? size + ENTRY_OVERHEAD_BYTES : undefined
}

const toRawHead = (head: [string, unknown][]): RawHead => [
  ...head.flatMap(([name, value]) => [name, String(value)]),
  REQUEST_ID_HEADER,
  '',
]

/** Writes the id into the shared head, which `writeHead` reads synchronously. */
function setRequestId(head: RawHead, requestId: string): RawHead {
  head[head.length - 1] = requestId
  return head
}
