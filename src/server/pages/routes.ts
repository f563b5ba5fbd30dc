import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SET_PASSWORD_PATH } from '#contracts/account/set-password.ts'
import { STATE_PATH } from '#contracts/page-state.ts'
import { createPageApi } from '#server/http-cache/page-api.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { PublicResponse, ResponseCache } from '#server/http-cache/response-cache.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { unknownUrl } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { createContentSecurityPolicy } from '#server/kernel/http/security-headers.ts'
import { getBareUrl, getCanonicalUrl, getRequestedUrl } from './canonical-url.ts'
import type { Frontend, RenderResult } from './frontend.ts'
import { getPreview, isPreviewRequested, sendPreview } from './preview.ts'

/** Below these paths there are no pages, and unknown URLs return 404 as JSON. */
const NON_PAGE_PATHS = /^\/(?:api|media|assets|office|page-state)(?:\/|$)/
/** The lookbehind makes matching linear in the number of slashes. */
const TRAILING_SLASHES = /(?<!\/)\/+$/
/** In any other case than lower, which has a route of its own. */
const ADMIN_PATH = /^\/admin(?=\/|$)/i
const NO_STORE = { 'cache-control': 'no-store' }

export interface PageDeps {
  frontend: Frontend
  guard: Guard
  responseCache: ResponseCache
  publicReads: PublicReads
}

/** Serves the public pages, the document of the admin, and their files. */
export async function pageRoutes(
  app: FastifyInstance,
  { frontend, guard, responseCache, publicReads }: PageDeps,
): Promise<void> {
  await frontend.serveFiles(app)

  const route = createRouter(app)
  route('GET /admin', { permission: 'public' }, (_request, reply) => reply.redirect('/admin/dashboard'))
  route('GET /admin/*', { permission: 'public' }, async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    // At an unknown path the admin redirects to `/` if signed out ([AUTH-7]); else it says so.
    if (!(await frontend.isAdminPath(pathname))) reply.code(404)
    return sendShell(request, reply)
  })
  route(`GET ${SET_PASSWORD_PATH}`, { permission: 'public' }, sendShell)
  route(`GET ${STATE_PATH}/*`, { permission: 'public' }, sendState)
  route('GET /*', { permission: 'public' }, sendPage)

  async function sendShell(_request: FastifyRequest, reply: FastifyReply) {
    reply
      .header('cache-control', reply.statusCode === 404 ? 'no-store' : 'no-cache')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
    return frontend.adminShell()
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const page = await openPage(request, getRequestedUrl(request))
    if (page.hasPreviewParameter) reply.headers(NO_STORE)
    const { href, pathname, search } = page.address
    if (ADMIN_PATH.test(pathname)) return reply.redirect(pathname.replace(ADMIN_PATH, '/admin'), 301)
    if (pathname !== '/' && pathname.endsWith('/'))
      return reply.redirect(pathname.replace(TRAILING_SLASHES, '') + search || '/', 308)
    if (page.preview) {
      const rendered = await page.render()
      return sendPreview(reply.headers(getPolicyHeader(rendered)), page.preview, rendered)
    }
    const found = await responseCache.get(href, async () => {
      const rendered = await page.render()
      // The browser asks for it next.
      if (rendered.status === 200)
        await responseCache.get(getStateKey(href), async () => toStateResponse(rendered))
      return toPageResponse(rendered, frontend.cacheControl)
    })
    // A shared cache that stored the public page at a preview's URL would serve it to staff.
    const sent = page.hasPreviewParameter ? { ...found, headers: { ...found.headers, ...NO_STORE } } : found
    return responseCache.send(request, reply, href, sent)
  }

  /**
   * Sends the state with which the browser hydrates a page. The URL contains its version; a browser with an earlier version of
   * the page is redirected.
   */
  async function sendState(request: FastifyRequest, reply: FastifyReply) {
    const url = getRequestedUrl(request)
    const version = url.searchParams.get('v')
    url.pathname = url.pathname.slice(STATE_PATH.length)
    const page = await openPage(request, url)
    reply.header('x-robots-tag', 'noindex')
    const render = async () => toStateResponse(await page.render())
    const key = getStateKey(page.address.href)
    const found = page.preview ? undefined : await responseCache.get(key, render)
    const { headers, body } = found ?? (await render())
    const current = String(headers['content-location'])
    if (new URL(current, url).searchParams.get('v') !== version)
      return reply.headers(NO_STORE).redirect(current, 307)
    if (!found) return reply.headers({ ...headers, ...NO_STORE }).send(body)
    return responseCache.send(request, reply, key, found)
  }

  /** The page at a URL of this site, as the request may see it. */
  async function openPage(request: FastifyRequest, url: URL) {
    const address = getCanonicalUrl(url, await frontend.knownParameters(getBareUrl(url)))
    if (NON_PAGE_PATHS.test(address.pathname)) throw unknownUrl()
    const preview = await getPreview(guard, request, url)
    if (preview) address.searchParams.set('preview', preview.parameter)
    const { origin } = address
    const api = createPageApi(app, publicReads, request, { origin, previewHeaders: preview?.headers })
    return {
      address,
      preview,
      hasPreviewParameter: isPreviewRequested(url),
      render: () => frontend.render(address, api),
    }
  }
}

/** The policy of a document that contains a script: it allows this script, and no other that is not a file of the site. */
const getPolicyHeader = ({ scriptHash }: RenderResult): Record<string, string> =>
  scriptHash
    ? {
        'content-security-policy': createContentSecurityPolicy({
          'script-src': `'self' 'sha256-${scriptHash}'`,
        }),
      }
    : {}

function toPageResponse(rendered: RenderResult, cacheControl: string): PublicResponse {
  const { status, html: body, location } = rendered
  // A name that comes back would lead browsers in a circle if they kept the redirect.
  if (location !== undefined) return { status, headers: { location, 'cache-control': 'no-cache' }, body }
  const headers = {
    ...getPolicyHeader(rendered),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? cacheControl : 'no-store',
    ...(status === 503 && { 'retry-after': '10' }),
  }
  return { status, headers, body }
}

/** It has as many parameters as the URL of the state: the response cache indexes no URL that has more than its key. */
const getStateKey = (href: string): string => `${STATE_PATH} ${href}${href.includes('?') ? '&' : '?'}v`

/** Throws 404 for a page that has another path. */
function toStateResponse({ status, state }: RenderResult): PublicResponse {
  if (!state) throw unknownUrl()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-location': state.url,
    // Its URL has the version of the content. Only browsers keep it, so that what is unpublished is in no shared cache.
    'cache-control': status === 200 ? 'private, max-age=86400, immutable' : 'no-store',
  }
  return { status: 200, headers, body: state.json }
}
