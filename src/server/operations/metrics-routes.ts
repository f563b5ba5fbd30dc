import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { getBearerToken } from '#server/kernel/http/http.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { Metrics } from './metrics.ts'

const LOOPBACK = '127.0.0.1'
const MAX_REQUESTS_PER_MINUTE = 120

interface MetricsEndpoints {
  port: number | undefined
  token: string | undefined
}

/** Serves the metrics on the site's port to requests with the token, and on a port of their own to this machine. */
export function metricsRoutes(
  app: FastifyInstance,
  metrics: Metrics,
  { port, token }: MetricsEndpoints,
): void {
  if (token) serveOnSite(app, metrics, token)
  if (port) serveOnLoopback(app, metrics, port, token)
}

function serveOnSite(app: FastifyInstance, metrics: Metrics, token: string): void {
  const rateLimit = { max: MAX_REQUESTS_PER_MINUTE, timeWindow: '1 minute' }
  createRouter(app)('GET /metrics', { permission: 'public', rateLimit }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!hasValidToken(request.headers.authorization, token)) {
      throw new HttpProblem(401, 'token-missing', 'Metrics require a token.', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    }
    reply.type(metrics.contentType)
    return metrics.read()
  })
}

/** The start fails with a message when the port is in use. */
function serveOnLoopback(
  app: FastifyInstance,
  metrics: Metrics,
  port: number,
  token: string | undefined,
): void {
  const server = createServer(async (request, response) => {
    const status = getStatus(request, !token || hasValidToken(request.headers.authorization, token))
    if (status !== 200) return response.writeHead(status).end()
    try {
      const text = await metrics.read()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } catch (error) {
      app.log.error({ err: error }, 'the metrics could not be read')
      response.writeHead(500).end()
    }
  })
  app.addHook('onReady', async () => {
    try {
      await once(server.listen(port, LOOPBACK), 'listening')
    } catch (cause) {
      throw new Error(
        `The metrics (METRICS_PORT) cannot be served on port ${port}: ${(cause as Error).message}.`,
        { cause },
      )
    }
  })
  app.addHook('onClose', async () => {
    server.close()
    server.closeAllConnections()
  })
}

function getStatus({ method, url }: Pick<IncomingMessage, 'method' | 'url'>, isAllowed: boolean): number {
  if (url !== '/metrics') return 404
  if (method !== 'GET') return 405
  return isAllowed ? 200 : 401
}

/** Compares in constant time. */
function hasValidToken(authorization: string | undefined, token: string): boolean {
  const received = getBearerToken(authorization) ?? ''
  return timingSafeEqual(digest(received), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
