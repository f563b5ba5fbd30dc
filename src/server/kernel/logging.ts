import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializeError } from './error-serializer.ts'
import { isInternalCall } from './http.ts'
import { newId } from './ids.ts'

export const REQUEST_ID_HEADER = 'x-request-id'
/** Of an error; the library of the database alone takes ten. */
const MAX_STACK_FRAMES = 25
/** Hexadecimal digits, a UUID and the like, as proxies make them; no name, no address. */
const PROXY_REQUEST_ID = /^(?=\D*\d)[\dA-Za-z-]{16,64}$/

/**
 * One JSON line each, on standard output. Nothing of a request is in it but method, route and id: not even of an error
 * more than `describeError` lets through, whoever logs it.
 */
export function createLoggerOptions(level: string) {
  Error.stackTraceLimit = MAX_STACK_FRAMES
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      err: (error: unknown) => serializeError(error),
      req: ({ method }: { method: string }) => ({ method }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      /** The form reader's, with all headers. */
      busboyOptions: () => undefined,
    },
    hooks: {
      logMethod(this: unknown, args: unknown[], write: (...args: unknown[]) => void) {
        // An error alone would be logged under its own message.
        write.apply(this, args[0] instanceof Error ? [{ err: args[0] }, args[1] ?? 'error'] : args)
      },
    },
  }
}

/** Fastify's own lines about requests are left out: they hold addresses. */
export const createLogController = () =>
  new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })

/** The id of a request: its own, that of the page it is made for, or the one a trusted proxy gave it. */
export function createRequestIdGenerator({ isBehindProxy }: { isBehindProxy: boolean }) {
  return ({ headers }: IncomingMessage): string => {
    const suppliedId = headers[REQUEST_ID_HEADER]
    if (typeof suppliedId !== 'string') return newId()
    if (isInternalCall({ headers })) return suppliedId
    return isBehindProxy && PROXY_REQUEST_ID.test(suppliedId) ? suppliedId : newId()
  }
}

/** Tells every caller the id of the request, which the log lines hold. */
export async function setRequestIdHeader(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header(REQUEST_ID_HEADER, request.id)
}

/**
 * One line an answer, without query, address or anything else that could name a person: of the path, what the route calls
 * its parts. Reads that succeed are not news.
 */
export function registerAccessLog(app: FastifyInstance): void {
  const logsReads = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isNotable = !isRead || reply.statusCode >= 500
    if (!isNotable && !logsReads) return
    request.log[isNotable ? 'info' : 'debug']({
      method: request.method,
      path: getRoutePattern(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}

/** The pattern of the route that answers, such as '/api/products/:id'; one word for all that no route knows. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown'
