import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WELCOME_PATH } from '#contracts/welcome.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { INSIDE_CALL, originOf, pathOf } from '#server/kernel/http.ts'
import { REQUEST_ID } from '#server/kernel/logging.ts'
import { Refusal } from '#server/kernel/problem.ts'
import type { PublicReads } from '#server/kernel/public-reads.ts'
import { encoded, type Replays } from '#server/kernel/replays.ts'
import type { Tally } from '#server/kernel/tally.ts'
import { PageCache, type RenderedPage } from './cache.ts'
import { bareAddress, normalAddress } from './normal-address.ts'
import { answerPreview, asksForPreview, previewOf } from './preview.ts'
import type { PageApi, WebBuild } from './web-build.ts'

/** Addresses under these are never pages; what is unknown there is a plain 404. */
const NOT_PAGES = /^\/(?:api|media|assets|office)(?:\/|$)/
/** Tried once for each run of slashes: an address of nothing else takes no longer to read. */
const SLASHES_AT_END = /(?<!\/)\/+$/
const PAGE_CACHING = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

export interface PageParts {
  web: WebBuild
  events: Events
  guard: Guard
  replays: Replays
  reads: PublicReads
  publicUrl: string | undefined
  tally: Tally
}

/** Every address that is not the API's: the public pages, the back office's shell, and their files. */
export async function pageRoutes(
  app: FastifyInstance,
  { web, events, guard, replays, reads, publicUrl, tally }: PageParts,
): Promise<void> {
  const cache = new PageCache(replays, tally)
  events.on('content', () => cache.clear())
  await web.serveFiles(app)

  app.get('/admin', { schema: { hide: true } }, (_request, reply) => reply.redirect('/admin/dashboard'))
  app.get('/admin/*', { schema: { hide: true } }, async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    return (await web.isAdminPath(pathname)) ? sendShell(request, reply) : sendPage(request, reply)
  })
  app.get(WELCOME_PATH, { schema: { hide: true } }, sendShell)
  app.get('/*', { schema: { hide: true } }, sendPage)

  async function sendShell(_request: FastifyRequest, reply: FastifyReply) {
    reply
      .header('cache-control', 'no-cache')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
    return web.adminShell()
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const asked = new URL(originOf(request, publicUrl) + pathOf(request))
    const address = normalAddress(asked, await web.knownParameters(bareAddress(asked)))
    // What a shared cache kept of a stranger's public page would hide the preview from staff.
    if (asksForPreview(asked)) reply.header('cache-control', 'no-store')
    if (NOT_PAGES.test(address.pathname))
      throw new Refusal(404, 'not-found', 'There is nothing at this address.')
    if (address.pathname !== '/' && address.pathname.endsWith('/')) {
      return reply.redirect(address.pathname.replace(SLASHES_AT_END, '') + address.search || '/', 308)
    }
    const preview = await previewOf(guard, request, asked)
    if (preview) {
      address.searchParams.set('preview', preview.parameter)
      return answerPreview(
        reply,
        preview,
        await web.render(address, inProcess(app, request, address, preview.headers)),
      )
    }
    const render = () => web.render(address, publicCalls(request, address))
    const page = web.cacheable ? await cache.get(address.href, render) : await cache.make(render)
    return answer(replays, request, reply, page)
  }

  /** Most are answered where the API takes its answers from; its routes refuse, fail and do the rest. */
  function publicCalls(request: FastifyRequest, address: URL): PageApi {
    const throughRoutes = inProcess(app, request, address)
    const asker = { origin: originOf(request, publicUrl), ip: request.ip }
    return async (path) => (await reads.ask(path, asker)) ?? throughRoutes(path)
  }
}

/**
 * A page's calls through the API's own routes, without a network between. They count as those of the visitor whose
 * request is answered. `more`: headers of a preview.
 */
function inProcess(
  app: FastifyInstance,
  { id, ip }: FastifyRequest,
  { host, protocol }: URL,
  more: Record<string, string> = {},
): PageApi {
  return async (path) => {
    const asked = {
      host,
      'x-forwarded-proto': protocol.slice(0, -1),
      [REQUEST_ID]: id,
      ...INSIDE_CALL,
      ...more,
    }
    const reply = await app.inject({ method: 'GET', url: path, headers: asked, remoteAddress: ip })
    const { statusCode: status, statusMessage: statusText, body } = reply
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText,
      headers: { get: (name) => reply.headers[name]?.toString() ?? null },
      text: async () => body,
      json: async () => JSON.parse(body),
    }
  }
}

async function answer(replays: Replays, request: FastifyRequest, reply: FastifyReply, page: RenderedPage) {
  const { status, location, body, epoch } = page
  if (location !== undefined) return reply.redirect(location, status)
  reply.code(status).type('text/html; charset=utf-8')
  if (status === 200 && !reply.hasHeader('cache-control'))
    return replays.send(request, reply, { body, epoch, cacheControl: PAGE_CACHING })
  if (status === 503) reply.header('retry-after', '10')
  reply.header('cache-control', 'no-store')
  return reply.send(await encoded(request, reply, body))
}
