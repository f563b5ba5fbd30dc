import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, forbidden, unknownUrl } from './problem.ts'
import { securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Accepts writes with `Origin: null`, which browsers without Sec-Fetch-Site send from a page without referrers. For routes
     * whose address is secret, so that no other site can name it.
     */
    acceptsOpaqueOrigin?: boolean
  }
  interface FastifyRequest {
    /**
     * PUBLIC_URL, or else the scheme and host of the request (decision 0004). Reading it throws 400 if the Host header is not a
     * host name.
     */
    siteOrigin: string
  }
}

const HOST_PATTERN = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Every response has the request id that log lines contain. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Adds `request.siteOrigin`, the headers of every response, and the checks of every request. */
export function registerRequestHooks(app: FastifyInstance, publicUrl: string | undefined): void {
  const headers = securityHeaders(publicUrl)
  app.decorateRequest('siteOrigin', {
    getter() {
      return publicUrl ?? getRequestOrigin(this)
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id).headers(headers)
    rejectCrossSiteWrite(request)
    rejectNulInParams(request)
  })
}

function getRequestOrigin(request: FastifyRequest): string {
  const host = request.host || 'localhost'
  const origin = `${request.protocol}://${host.toLowerCase()}`
  if (!HOST_PATTERN.test(host) || !URL.canParse(origin))
    throw badRequest('The Host header is not a host name.')
  return origin
}

/**
 * Against cross-site request forgery: throws 403 for a write that a page of another site sends. Browsers name that site in
 * Sec-Fetch-Site or Origin; other programs send neither and have no cookie of a user.
 */
function rejectCrossSiteWrite(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  // Throws for an invalid Host header before anything is written.
  const { siteOrigin } = request
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const isCrossSite = fetchSite
    ? fetchSite !== 'same-origin' && fetchSite !== 'none'
    : origin &&
      origin !== siteOrigin &&
      !(origin === 'null' && request.routeOptions.config.acceptsOpaqueOrigin)
  if (isCrossSite) throw forbidden('This request came from another site.')
}

/** Throws 404 for U+0000 in a path parameter, which no id contains and PostgreSQL rejects. */
function rejectNulInParams({ params }: FastifyRequest): void {
  const values = Object.values((params ?? {}) as Record<string, string>)
  if (values.some((value) => value.includes('\0'))) throw unknownUrl()
}

const INTERNAL_HEADER = 'x-capstan-internal'
/** Marks a request that server-side rendering makes in this process. The value is a secret of the process. */
export const INTERNAL_CALL_HEADERS = { [INTERNAL_HEADER]: randomUUID() }
export const isInternalCall = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[INTERNAL_HEADER] === INTERNAL_CALL_HEADERS[INTERNAL_HEADER]
/**
 * Whether a page that is previewed makes this request: only then rendering passes on the visitor's cookie. The response may
 * contain content that only the sender of the cookie may see.
 */
export const isPreviewCall = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  isInternalCall(request) && request.headers.cookie !== undefined

/** Whether an If-None-Match header contains this ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((part) => {
    const candidate = part.trim()
    return candidate === '*' || candidate.replace(/^W\//, '') === etag
  })
}

/** Returns the token of an `Authorization: Bearer` header (RFC 6750). */
export const getBearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S{1,200})$/i.exec(authorization ?? '')?.[1]

/** Returns the key of rate limits: an IPv4 address, or the /64 network that an IPv6 subscriber has. */
export function toClientNetwork(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  const missing = 8 - groups(head).length - groups(tail).length
  const full = address.includes('::')
    ? [...groups(head), ...Array(missing).fill('0'), ...groups(tail)]
    : groups(head)
  return `${full.slice(0, 4).join(':')}::/64`
}
