import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { getSessionCookieName } from './accounts/rules.ts'
import type { Config } from './config.ts'
import { toClientNetwork } from './kernel/http/http.ts'
import { overloaded } from './kernel/http/problem.ts'
import { tooManyOfNetwork } from './kernel/http/rate-limit.ts'
import { registerOpenApi } from './openapi.ts'

/** The headers of a part are the names of field and file, and the media type. The plugin's type lacks `headerSize`. */
const MULTIPART_LIMITS = { parts: 60, headerSize: 2000 }

/** The scripts and styles of pages: a file costs little, and a page that was sent from the cache would stay without it. */
const PAGE_FILES = /^\/(?:assets|office)\//

/** Registers the plugins of Fastify that routes rely on. */
export async function registerPlugins(
  app: FastifyInstance,
  { publicUrl, maxEventLoopDelayMs }: Pick<Config, 'publicUrl'> & { maxEventLoopDelayMs: number },
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    exposeStatusRoute: false,
    // An infinite delay means that nothing was measured in the last second, as when the start has blocked the event loop.
    pressureHandler: async ({ url }, _reply, _type, delayMs) => {
      if (Number.isFinite(delayMs) && !PAGE_FILES.test(url)) throw overloaded()
    },
  })
  await app.register(cookie)
  await app.register(multipart, { limits: MULTIPART_LIMITS })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => toClientNetwork(request.ip),
    errorResponseBuilder: (_request, { ttl }) => tooManyOfNetwork(ttl),
  })
  await registerOpenApi(app, { cookie: getSessionCookieName(publicUrl) })
}
