import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBody } from './encoded-body.ts'
import { isInsideCall, isPreviewCall, originOf } from './http.ts'
import { REQUEST_ID } from './logging.ts'
import { ByteLru } from './lru.ts'
import type { PublicAnswer, Replays } from './replays.ts'
import type { Tally } from './tally.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A read whose answer is the same for everybody until the public content changes: it is made once, and carries an
     * ETag. Answers that say `no-store`, and all but those of status 200, are made anew each time.
     */
    kept?: {
      /** Whether the route learns nothing when the same request is answered without it; by default it does not. */
      mayReplay?(request: FastifyRequest): boolean
    }
  }
}

const KEPT_BYTES = 8_000_000
const MOST_BODY_LENGTH = 1_000_000
/** As a text of two bytes a letter, or as bytes and compressed. */
const BYTES_A_LETTER = 2
/** Asked for again each time, but answered with 304 while nothing has changed. */
const CACHING = 'no-cache'

interface KeptRead extends PublicAnswer {
  headers: Partial<ReturnType<FastifyReply['getHeaders']>>
}

interface Flight {
  key: string
  epoch: number
  answer: Promise<KeptRead | undefined>
  settle(answer: KeptRead | undefined): void
}

/** Keeps the answers of all routes marked `kept` that are registered after this, one making at a time for each. */
export function keepReads(
  app: FastifyInstance,
  { replays, publicUrl, tally }: { replays: Replays; publicUrl: string | undefined; tally: Tally },
): { clear(): void } {
  const kept = new ByteLru<KeptRead>(KEPT_BYTES)
  const flights = new Map<string, Flight>()
  const own = new WeakMap<FastifyRequest, Flight>()

  app.addHook('onRoute', (route) => {
    if (!route.config?.kept) return
    route.onRequest = [lookUp, route.onRequest ?? []].flat()
    route.onSend = [keep, route.onSend ?? []].flat()
    route.onResponse = [
      async (request: FastifyRequest) => finish(own.get(request), undefined),
      route.onResponse ?? [],
    ].flat()
  })

  async function lookUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (isPreviewCall(request)) return undefined
    const key = originOf(request, publicUrl) + request.url
    const known = kept.get(key) ?? (await flights.get(key)?.answer)
    if (!known) {
      tally.misses++
      const flight = takeOff(key, replays.epoch)
      flights.set(key, flight)
      own.set(request, flight)
      return undefined
    }
    tally.hits++
    reply.headers(known.headers)
    // Nothing at all with status 304: null would be checked as the body it is not.
    return reply.send((await sent(request, reply, known)) ?? undefined)
  }

  async function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const flight = own.get(request)
    if (!flight) return payload
    const answer = toKept(reply, payload, flight.epoch)
    if (answer && answer.epoch === replays.epoch)
      kept.set(flight.key, answer, answer.body.length * BYTES_A_LETTER)
    finish(flight, answer)
    return answer ? sent(request, reply, answer) : payload
  }

  /** What goes out: to a page of this process the text as it is, to everybody else what their headers ask for. */
  async function sent(request: FastifyRequest, reply: FastifyReply, answer: KeptRead) {
    if (isInsideCall(request)) return answer.body.text()
    const bytes = await replays.prepare(request, reply, answer)
    const { mayReplay } = request.routeOptions.config.kept ?? {}
    if (mayReplay?.(request) ?? true) replays.keep(request, reply, answer, bytes)
    return bytes
  }

  function finish(flight: Flight | undefined, answer: KeptRead | undefined): void {
    if (!flight) return
    if (flights.get(flight.key) === flight) flights.delete(flight.key)
    flight.settle(answer)
  }

  return {
    clear() {
      kept.clear()
      flights.clear()
    },
  }
}

function takeOff(key: string, epoch: number): Flight {
  const { promise: answer, resolve: settle } = Promise.withResolvers<KeptRead | undefined>()
  return { key, epoch, answer, settle }
}

/** What `reply` is about to send, if it may be kept. */
function toKept(reply: FastifyReply, payload: unknown, epoch: number): KeptRead | undefined {
  const mayBeKept = reply.statusCode === 200 && !reply.hasHeader('cache-control')
  if (!mayBeKept || typeof payload !== 'string' || payload.length > MOST_BODY_LENGTH) return undefined
  const { 'content-length': _, [REQUEST_ID]: __, ...headers } = reply.getHeaders()
  return { headers, body: new EncodedBody(payload), cacheControl: CACHING, epoch }
}
