import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SET_PASSWORD_PATH } from '#contracts/account/set-password.ts'
import { createPageApi } from '#server/http-cache/page-api.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { PublicResponse, ResponseCache } from '#server/http-cache/response-cache.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { unknownUrl } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { getBareUrl, getCanonicalUrl, getRequestedUrl } from './canonical-url.ts'
import type { Frontend, RenderResult } from './frontend.ts'
import { getPreview, isPreviewRequested, sendPreview } from './preview.ts'

/** Below these paths there are no pages, and unknown URLs return 404 as JSON. */
const NON_PAGE_PATHS = /^\/(?:api|media|assets|office)(?:\/|$)/
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
  route('GET /*', { permission: 'public' }, sendPage)

  async function sendShell(_request: FastifyRequest, reply: FastifyReply) {
    reply
      .header('cache-control', reply.statusCode === 404 ? 'no-store' : 'no-cache')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
    return frontend.adminShell()
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const requestedUrl = getRequestedUrl(request)
    const address = getCanonicalUrl(requestedUrl, await frontend.knownParameters(getBareUrl(requestedUrl)))
    const isPreview = isPreviewRequested(requestedUrl)
    if (isPreview) reply.headers(NO_STORE)
    if (NON_PAGE_PATHS.test(address.pathname)) throw unknownUrl()
    if (ADMIN_PATH.test(address.pathname))
      return reply.redirect(address.pathname.replace(ADMIN_PATH, '/admin'), 301)
    if (address.pathname !== '/' && address.pathname.endsWith('/')) {
      return reply.redirect(address.pathname.replace(TRAILING_SLASHES, '') + address.search || '/', 308)
    }
    const preview = await getPreview(guard, request, requestedUrl)
    const { origin } = address
    const api = createPageApi(app, publicReads, request, { origin, previewHeaders: preview?.headers })
    if (preview) {
      address.searchParams.set('preview', preview.parameter)
      return sendPreview(reply, preview, await frontend.render(address, api))
    }
    const render = async () => toPublicResponse(await frontend.render(address, api), frontend.cacheControl)
    const page = await responseCache.get(address.href, render)
    // A shared cache that stored the public page at a preview's URL would serve it to staff.
    const sentPage = isPreview ? { ...page, headers: { ...page.headers, ...NO_STORE } } : page
    return responseCache.send(request, reply, address.href, sentPage)
  }
}

function toPublicResponse(
  { status, html: body, location }: RenderResult,
  cacheControl: string,
): PublicResponse {
  if (location !== undefined) return { status, headers: { location }, body }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? cacheControl : 'no-store',
    ...(status === 503 && { 'retry-after': '10' }),
  }
  return { status, headers, body }
}
