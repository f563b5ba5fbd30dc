import type { FastifyRequest } from 'fastify'
import { badRequest } from '#server/kernel/http/problem.ts'

/**
 * Returns the requested URL of this site, also if the request line contains an absolute URL (RFC 9112, 3.2.2). Throws 400 if
 * that is invalid.
 */
export function getRequestedUrl({ url, siteOrigin }: FastifyRequest): URL {
  if (url.startsWith('/')) return new URL(siteOrigin + url)
  if (!URL.canParse(url)) throw badRequest('This is not an address.')
  const { pathname, search } = new URL(url)
  return new URL(siteOrigin + pathname + search)
}

/** Returns the URL without its query. A path that begins with two slashes would name another host; one is left. */
export const getBareUrl = ({ pathname, origin }: URL): URL =>
  new URL(pathname.replace(/^\/{2,}/, '/'), origin)

/**
 * Returns the URL with only the parameters that the page reads, in the order of `parameters`, so that each page has one
 * cache key. The first value counts; of a parameter with '*' after its name, each one.
 */
export function getCanonicalUrl(requested: URL, parameters: readonly string[]): URL {
  const canonical = getBareUrl(requested)
  for (const parameter of parameters) {
    const name = parameter.replace('*', '')
    const all = requested.searchParams.getAll(name)
    for (const value of name === parameter ? all.slice(0, 1) : all.toSorted())
      if (value) canonical.searchParams.append(name, value)
  }
  return canonical
}
