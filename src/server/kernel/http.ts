import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, invalid } from './problem.ts'

const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Where this site stands for whoever asks: PUBLIC_URL, else the scheme and host of the request (decision 0004). */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl
  const host = request.host || 'localhost'
  if (!HOST.test(host)) throw invalid('The Host header is not a host name.')
  return `${request.protocol}://${host.toLowerCase()}`
}

/**
 * Refuses a write that another site's page makes with a visitor's cookie. Browsers name the page they send from in
 * Sec-Fetch-Site or Origin; programs send neither and carry no one else's cookie.
 */
export function refuseForeignWrites(publicUrl: string | undefined) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    const site = request.headers['sec-fetch-site']
    const { origin } = request.headers
    const foreign = site
      ? site !== 'same-origin' && site !== 'none'
      : origin && origin !== originOf(request, publicUrl)
    if (foreign) throw forbidden('This request came from another site.')
  }
}

/** Whether an If-None-Match header names this ETag; a weak one of the same bytes counts (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((part) => {
    const candidate = part.trim()
    return candidate === '*' || candidate.replace(/^W\//, '') === etag
  })
}
