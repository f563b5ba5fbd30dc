import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getRequestOrigin, isInternalCall, isPreviewCall } from '#server/kernel/http.ts'
import { REQUEST_ID_HEADER } from '#server/kernel/logging.ts'
import type { CacheStats } from './cache-stats.ts'
import { CompressedBody } from './compressed-body.ts'
import { LruCache } from './lru-cache.ts'
import type { CacheableResponse, ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A read whose answer is the same for everybody until the public content changes: it is made once, and carries an
     * ETag. Answers that say `no-store`, and all but those of status 200, are made anew each time.
     */
    cache?: {
      /** Whether the route learns nothing when the same request is answered without it; by default it does not. */
      allowResponseCache?(request: FastifyRequest): boolean
    }
  }
}

const MAX_CACHE_BYTES = 8_000_000
const MAX_BODY_LENGTH = 1_000_000
/** As a text of two bytes a letter, or as bytes and compressed. */
const BYTES_PER_CHAR = 2
/** Asked for again each time, but answered with 304 while nothing has changed. */
const CACHE_CONTROL = 'no-cache'

interface CachedRead extends CacheableResponse {
  headers: Partial<ReturnType<FastifyReply['getHeaders']>>
}

interface PendingRead {
  key: string
  generation: number
  response: Promise<CachedRead | undefined>
  settle(response: CachedRead | undefined): void
}

/** Keeps the answers of all routes marked `kept` that are registered after this, one making at a time for each. */
export function registerRouteCache(
  app: FastifyInstance,
  {
    responseCache,
    publicUrl,
    stats,
  }: { responseCache: ResponseCache; publicUrl: string | undefined; stats: CacheStats },
): { clear(): void } {
  const cache = new LruCache<CachedRead>(MAX_CACHE_BYTES)
  const pendingReads = new Map<string, PendingRead>()
  const pendingByRequest = new WeakMap<FastifyRequest, PendingRead>()

  app.addHook('onRoute', (route) => {
    if (!route.config?.cache) return
    route.onRequest = [serveCached, route.onRequest ?? []].flat()
    route.onSend = [storeResponse, route.onSend ?? []].flat()
    route.onResponse = [
      async (request: FastifyRequest) => settlePending(pendingByRequest.get(request), undefined),
      route.onResponse ?? [],
    ].flat()
  })

  async function serveCached(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    if (isPreviewCall(request)) return undefined
    const key = getRequestOrigin(request, publicUrl) + request.url
    const cached = cache.get(key) ?? (await pendingReads.get(key)?.response)
    if (!cached) {
      stats.misses++
      const pending = createPendingRead(key, responseCache.generation)
      pendingReads.set(key, pending)
      pendingByRequest.set(request, pending)
      return undefined
    }
    stats.hits++
    reply.headers(cached.headers)
    // Nothing at all with status 304: null would be checked as the body it is not.
    return reply.send((await encodeResponse(request, reply, cached)) ?? undefined)
  }

  async function storeResponse(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const pending = pendingByRequest.get(request)
    if (!pending) return payload
    const response = toCachedRead(reply, payload, pending.generation)
    if (response && response.generation === responseCache.generation)
      cache.set(pending.key, response, response.body.length * BYTES_PER_CHAR)
    settlePending(pending, response)
    return response ? encodeResponse(request, reply, response) : payload
  }

  /** What goes out: to a page of this process the text as it is, to everybody else what their headers ask for. */
  async function encodeResponse(request: FastifyRequest, reply: FastifyReply, response: CachedRead) {
    if (isInternalCall(request)) return response.body.text()
    const bytes = await responseCache.prepare(request, reply, response)
    const { allowResponseCache } = request.routeOptions.config.cache ?? {}
    if (allowResponseCache?.(request) ?? true) responseCache.store(request, reply, response, bytes)
    return bytes
  }

  function settlePending(pending: PendingRead | undefined, response: CachedRead | undefined): void {
    if (!pending) return
    if (pendingReads.get(pending.key) === pending) pendingReads.delete(pending.key)
    pending.settle(response)
  }

  return {
    clear() {
      cache.clear()
      pendingReads.clear()
    },
  }
}

function createPendingRead(key: string, generation: number): PendingRead {
  const { promise: response, resolve: settle } = Promise.withResolvers<CachedRead | undefined>()
  return { key, generation, response, settle }
}

/** What `reply` is about to send, if it may be kept. */
function toCachedRead(reply: FastifyReply, payload: unknown, generation: number): CachedRead | undefined {
  const isCacheable = reply.statusCode === 200 && !reply.hasHeader('cache-control')
  if (!isCacheable || typeof payload !== 'string' || payload.length > MAX_BODY_LENGTH) return undefined
  const { 'content-length': _, [REQUEST_ID_HEADER]: __, ...headers } = reply.getHeaders()
  return { headers, body: new CompressedBody(payload), cacheControl: CACHE_CONTROL, generation }
}
