import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBody } from './encoded-body.ts'
import { isPreviewCall, matchesEtag } from './http.ts'
import { REQUEST_ID, routeOf } from './logging.ts'
import { ByteLru } from './lru.ts'

const REPLAY_BYTES = 12_000_000
/** A head, and what the map needs of its own. */
const ENTRY_BYTES = 2000
/** Greater bodies would drive out hundreds of others. */
const MOST_BODY_BYTES = 1_000_000

/** One whole answer, ready to be sent again. */
interface Replay {
  head: OutgoingHttpHeaders
  etag: string
  body: Buffer
  tally: ReplayTally
}

/** How often answers of one route were sent again: whole, or as 'not modified'. */
export interface ReplayTally {
  route: string
  ok: number
  notModified: number
}

/** What a stranger is answered with status 200. */
export interface PublicAnswer {
  body: EncodedBody
  cacheControl: string
  /** `Replays.epoch` when its making began: an answer from before the last change is sent, but not kept. */
  epoch: number
}

/**
 * Answers to strangers' reads, byte for byte, for whoever sends the same request again: looked up by the raw request
 * before the framework sees it (decision 0121). Only answers that depend on nothing but address, host and encoding may
 * be kept here; `send` is the one way in. Emptied by every change of what the public sees.
 */
export class Replays {
  readonly #kept = new ByteLru<Replay>(REPLAY_BYTES)
  readonly #isBehindProxy: boolean
  readonly #tallies = new Map<string, ReplayTally>()
  #epoch = 0
  #closed = false

  /** `isBehindProxy`: what proxies say of scheme and host is believed, and so makes a difference. */
  constructor({ isBehindProxy }: { isBehindProxy: boolean }) {
    this.#isBehindProxy = isBehindProxy
  }

  /** Sends the kept answer to this request; false when there is none. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#closed) return false
    const kept = this.#kept.get(this.#keyOf(request))
    if (!kept || isPreviewCall(request)) return false
    const known = request.headers['if-none-match']
    if (known !== undefined && matchesEtag(known, kept.etag)) {
      kept.tally.notModified++
      const { 'content-length': _, 'content-encoding': __, 'content-type': ___, ...head } = kept.head
      response.writeHead(304, head).end()
    } else {
      kept.tally.ok++
      response.writeHead(200, kept.head)
      response.end(kept.body)
    }
    return true
  }

  /** Sends an answer, and keeps it for the next who asks the same. */
  async send(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer): Promise<FastifyReply> {
    const bytes = await this.prepare(request, reply, answer)
    this.keep(request, reply, answer, bytes)
    // Nothing at all: null would be checked as the body it is not.
    return reply.send(bytes ?? undefined)
  }

  /** Sets the headers of an answer; its bytes as the request wants them, or null with status 304. */
  async prepare(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer): Promise<Buffer | null> {
    const { body, cacheControl } = answer
    const etag = body.etag(body.encodingFor(request.headers['accept-encoding']))
    reply.header('cache-control', cacheControl).header('etag', etag)
    if (!matchesEtag(request.headers['if-none-match'], etag)) return encoded(request, reply, body)
    reply.code(304).header('vary', 'Accept-Encoding')
    return null
  }

  /** Keeps what `prepare` answered for the next who asks the same. */
  keep(request: FastifyRequest, reply: FastifyReply, { epoch }: PublicAnswer, body: Buffer | null): void {
    const { raw } = request
    if (raw.method !== 'GET' || !body || body.length > MOST_BODY_BYTES || epoch !== this.#epoch) return
    if (EncodedBody.isProvisional(body)) return
    // Its id is that of one request, not of those to come.
    const { [REQUEST_ID]: _, ...head } = reply.getHeaders() as OutgoingHttpHeaders
    const replay = { head, etag: String(head.etag), body, tally: this.#tallyOf(routeOf(request)) }
    this.#kept.set(this.#keyOf(raw), replay, body.length + ENTRY_BYTES)
  }

  /** What was answered here, by route; the framework never hears of it. */
  get stats(): Iterable<Readonly<ReplayTally>> {
    return this.#tallies.values()
  }

  /** How often what the public sees has changed. */
  get epoch(): number {
    return this.#epoch
  }

  clear(): void {
    this.#epoch++
    this.#kept.clear()
  }

  /** From now on nothing is answered: a server that drains says so on every connection. */
  close(): void {
    this.#closed = true
  }

  #tallyOf(route: string): ReplayTally {
    const tally = this.#tallies.get(route) ?? { route, ok: 0, notModified: 0 }
    this.#tallies.set(route, tally)
    return tally
  }

  #keyOf({ url, headers }: IncomingMessage): string {
    // 'undefined' is a name that a host can have; no name at all is none.
    const key = `${url}\n${headers.host ?? ''}\n${headers['accept-encoding']}`
    if (!this.#isBehindProxy) return key
    return `${key}\n${headers['x-forwarded-proto']}\n${headers['x-forwarded-host']}`
  }
}

/** A body as this request wants it, with the headers that say so. */
export async function encoded(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
): Promise<Buffer> {
  const encoding = body.encodingFor(request.headers['accept-encoding'])
  reply.header('vary', 'Accept-Encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const bytes = await body.bytes(encoding)
  reply.header('content-length', bytes.length)
  return bytes
}
