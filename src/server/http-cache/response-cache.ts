import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPreviewCall, matchesEtag } from '#server/kernel/http.ts'
import { getRoutePattern, REQUEST_ID_HEADER } from '#server/kernel/logging.ts'
import { CompressedBody } from './compressed-body.ts'
import { LruCache } from './lru-cache.ts'

const MAX_CACHE_BYTES = 12_000_000
/** A head, and what the map needs of its own. */
const ENTRY_OVERHEAD_BYTES = 2000
/** Greater bodies would drive out hundreds of others. */
const MAX_BODY_BYTES = 1_000_000

/** One whole answer, ready to be sent again. */
interface CachedResponse {
  head: OutgoingHttpHeaders
  etag: string
  body: Buffer
  stats: RouteCacheStats
}

/** How often answers of one route were sent again: whole, or as 'not modified'. */
export interface RouteCacheStats {
  route: string
  ok: number
  notModified: number
}

/** What a stranger is answered with status 200. */
export interface CacheableResponse {
  body: CompressedBody
  cacheControl: string
  /** `Replays.epoch` when its making began: an answer from before the last change is sent, but not kept. */
  generation: number
}

/**
 * Answers to strangers' reads, byte for byte, for whoever sends the same request again: looked up by the raw request
 * before the framework sees it (decision 0121). Only answers that depend on nothing but address, host and encoding may
 * be kept here; `send` is the one way in. Emptied by every change of what the public sees.
 */
export class ResponseCache {
  readonly #cache = new LruCache<CachedResponse>(MAX_CACHE_BYTES)
  readonly #isBehindProxy: boolean
  readonly #routeStats = new Map<string, RouteCacheStats>()
  #generation = 0
  #closed = false

  /** `isBehindProxy`: what proxies say of scheme and host is believed, and so makes a difference. */
  constructor({ isBehindProxy }: { isBehindProxy: boolean }) {
    this.#isBehindProxy = isBehindProxy
  }

  /** Sends the kept answer to this request; false when there is none. */
  tryServe(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#closed) return false
    const cached = this.#cache.get(this.#keyOf(request))
    if (!cached || isPreviewCall(request)) return false
    const ifNoneMatch = request.headers['if-none-match']
    if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, cached.etag)) {
      cached.stats.notModified++
      const { 'content-length': _, 'content-encoding': __, 'content-type': ___, ...head } = cached.head
      response.writeHead(304, head).end()
    } else {
      cached.stats.ok++
      response.writeHead(200, cached.head)
      response.end(cached.body)
    }
    return true
  }

  /** Sends an answer, and keeps it for the next who asks the same. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    content: CacheableResponse,
  ): Promise<FastifyReply> {
    const bytes = await this.prepare(request, reply, content)
    this.store(request, reply, content, bytes)
    // Nothing at all: null would be checked as the body it is not.
    return reply.send(bytes ?? undefined)
  }

  /** Sets the headers of an answer; its bytes as the request wants them, or null with status 304. */
  async prepare(
    request: FastifyRequest,
    reply: FastifyReply,
    content: CacheableResponse,
  ): Promise<Buffer | null> {
    const { body, cacheControl } = content
    const etag = body.etag(body.selectEncoding(request.headers['accept-encoding']))
    reply.header('cache-control', cacheControl).header('etag', etag)
    if (!matchesEtag(request.headers['if-none-match'], etag)) return encodeBody(request, reply, body)
    reply.code(304).header('vary', 'Accept-Encoding')
    return null
  }

  /** Keeps what `prepare` answered for the next who asks the same. */
  store(
    request: FastifyRequest,
    reply: FastifyReply,
    { generation }: CacheableResponse,
    body: Buffer | null,
  ): void {
    const { raw } = request
    if (raw.method !== 'GET' || !body || body.length > MAX_BODY_BYTES || generation !== this.#generation)
      return
    if (CompressedBody.isFastPass(body)) return
    // Its id is that of one request, not of those to come.
    const { [REQUEST_ID_HEADER]: _, ...head } = reply.getHeaders() as OutgoingHttpHeaders
    const entry = {
      head,
      etag: String(head.etag),
      body,
      stats: this.#getRouteStats(getRoutePattern(request)),
    }
    this.#cache.set(this.#keyOf(raw), entry, body.length + ENTRY_OVERHEAD_BYTES)
  }

  /** What was answered here, by route; the framework never hears of it. */
  get stats(): Iterable<Readonly<RouteCacheStats>> {
    return this.#routeStats.values()
  }

  /** How often what the public sees has changed. */
  get generation(): number {
    return this.#generation
  }

  clear(): void {
    this.#generation++
    this.#cache.clear()
  }

  /** From now on nothing is answered: a server that drains says so on every connection. */
  close(): void {
    this.#closed = true
  }

  #getRouteStats(route: string): RouteCacheStats {
    const stats = this.#routeStats.get(route) ?? { route, ok: 0, notModified: 0 }
    this.#routeStats.set(route, stats)
    return stats
  }

  #keyOf({ url, headers }: IncomingMessage): string {
    // 'undefined' is a name that a host can have; no name at all is none.
    const key = `${url}\n${headers.host ?? ''}\n${headers['accept-encoding']}`
    if (!this.#isBehindProxy) return key
    return `${key}\n${headers['x-forwarded-proto']}\n${headers['x-forwarded-host']}`
  }
}

/** A body as this request wants it, with the headers that say so. */
export async function encodeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: CompressedBody,
): Promise<Buffer> {
  const encoding = body.selectEncoding(request.headers['accept-encoding'])
  reply.header('vary', 'Accept-Encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const bytes = await body.bytes(encoding)
  reply.header('content-length', bytes.length)
  return bytes
}
