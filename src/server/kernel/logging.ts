import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializeError } from './http/error-serializer.ts'
import { isInternalCall, REQUEST_ID_HEADER } from './http/http.ts'
import { newId } from './ids.ts'

/** Per logged error. The query builder alone takes ten. */
export const MAX_STACK_FRAMES = 25
/** An id as proxies create it, such as a UUID or hexadecimal digits: not a name or an e-mail address. */
const PROXY_REQUEST_ID = /^(?=\D*\d)[\dA-Za-z-]{16,64}$/

/**
 * Log lines are JSON on standard output. Of a request they contain method, route pattern and id, and of an error what
 * `serializeError` returns, wherever they are logged.
 */
export function createLoggerOptions(level: string) {
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      err: (error: unknown) => serializeError(error),
      req: ({ method }: { method: string }) => ({ method }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      /** @fastify/multipart logs these with all headers. */
      busboyOptions: () => undefined,
    },
    hooks: {
      logMethod(this: unknown, args: unknown[], write: (...args: unknown[]) => void) {
        // pino logs an error without a message under the error's own message.
        write.apply(this, args[0] instanceof Error ? [{ err: args[0] }, args[1] ?? 'error'] : args)
      },
    },
  }
}

/** Returns the id of a request: that of the page which it is made for, that of a trusted proxy, or a new one. */
export function createRequestIdGenerator({ isBehindProxy }: { isBehindProxy: boolean }) {
  return ({ headers }: IncomingMessage): string => {
    const suppliedId = headers[REQUEST_ID_HEADER]
    if (typeof suppliedId !== 'string') return newId()
    if (isInternalCall({ headers })) return suppliedId
    return isBehindProxy && PROXY_REQUEST_ID.test(suppliedId) ? suppliedId : newId()
  }
}

/**
 * Logs a line per response, with the route pattern instead of the URL. Reads without a server error are logged at level
 * debug only.
 */
export function registerAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    request.log[!isRead || reply.statusCode >= 500 ? 'info' : 'debug']({
      method: request.method,
      path: getRoutePattern(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}

/** Returns the pattern of the matched route, such as '/api/products/:id', or 'unknown'. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown'
