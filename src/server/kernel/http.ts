import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, forbidden, HttpProblem } from './problem.ts'

const HOST_PATTERN = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Where this site stands for whoever asks: PUBLIC_URL, else the scheme and host of the request (decision 0004). */
export function getRequestOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl
  const host = request.host || 'localhost'
  const origin = `${request.protocol}://${host.toLowerCase()}`
  if (!HOST_PATTERN.test(host) || !URL.canParse(origin))
    throw badRequest('The Host header is not a host name.')
  return origin
}

/**
 * Refuses a write that another site's page makes with a visitor's cookie. Browsers name the page they send from in
 * Sec-Fetch-Site or Origin; programs send neither and carry no one else's cookie.
 */
export function rejectCrossSiteWrites(publicUrl: string | undefined) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    // A host that nothing could be answered about is refused now, not when the work is done.
    const ownOrigin = getRequestOrigin(request, publicUrl)
    const fetchSite = request.headers['sec-fetch-site']
    const { origin } = request.headers
    const isCrossSite = fetchSite
      ? fetchSite !== 'same-origin' && fetchSite !== 'none'
      : origin && origin !== ownOrigin
    if (isCrossSite) throw forbidden('This request came from another site.')
  }
}

/** No id and no name of a file holds a null character, and PostgreSQL takes none: such an address is nobody's. */
export async function rejectNulInParams({ params }: FastifyRequest): Promise<void> {
  const values = Object.values((params ?? {}) as Record<string, string>)
  if (values.some((value) => value.includes('\0')))
    throw new HttpProblem(404, 'not-found', 'There is nothing at this address.')
}

const PREVIEW_HEADER = 'x-capstan-preview'
/** Marks a page's call as one that may be answered with what is not public, as far as its cookie reaches. */
export const PREVIEW_CALL_HEADERS = { [PREVIEW_HEADER]: 'yes' }
/** Whether a call is made for a preview. Anybody can say so: who may see what, the session decides. */
export const isPreviewCall = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[PREVIEW_HEADER] !== undefined

const INTERNAL_HEADER = 'x-capstan-inside'
/** Marks a call that a page makes inside this process; nobody else knows the word. */
export const INTERNAL_CALL_HEADERS = { [INTERNAL_HEADER]: randomUUID() }
export const isInternalCall = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[INTERNAL_HEADER] === INTERNAL_CALL_HEADERS[INTERNAL_HEADER]

/** Whether an If-None-Match header names this ETag; a weak one of the same bytes counts (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((part) => {
    const candidate = part.trim()
    return candidate === '*' || candidate.replace(/^W\//, '') === etag
  })
}

/** Path and query of a request, also where its line names a whole address (RFC 9112, 3.2.2). */
export function getRequestPath({ url }: FastifyRequest): string {
  if (url.startsWith('/')) return url
  if (!URL.canParse(url)) throw badRequest('This is not an address.')
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** What limits count as one visitor: an IPv4 address, or the /64 network that one IPv6 subscriber has. */
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
