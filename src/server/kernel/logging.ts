import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { isInsideCall } from './http.ts'
import { newId } from './ids.ts'
import { describeError } from './logged-error.ts'

export const REQUEST_ID = 'x-request-id'
/** Of an error; the library of the database alone takes ten. */
const STACK_FRAMES = 25
/** Hexadecimal digits, a UUID and the like, as proxies make them; no name, no address. */
const PROXY_ID = /^(?=\D*\d)[\dA-Za-z-]{16,64}$/

/**
 * One JSON line each, on standard output. Nothing of a request is in it but method, route and id: not even of an error
 * more than `describeError` lets through, whoever logs it.
 */
export function logSettings(level: string) {
  Error.stackTraceLimit = STACK_FRAMES
  return {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      err: (error: unknown) => describeError(error),
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
export const logController = () =>
  new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })

/** The id of a request: its own, that of the page it is made for, or the one a trusted proxy gave it. */
export function requestIds({ isBehindProxy }: { isBehindProxy: boolean }) {
  return ({ headers }: IncomingMessage): string => {
    const given = headers[REQUEST_ID]
    if (typeof given !== 'string') return newId()
    if (isInsideCall({ headers })) return given
    return isBehindProxy && PROXY_ID.test(given) ? given : newId()
  }
}

/** Tells every caller the id of the request, which the log lines hold. */
export async function answerRequestId(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header(REQUEST_ID, request.id)
}

/**
 * One line an answer, without query, address or anything else that could name a person: of the path, what the route calls
 * its parts. Reads that succeed are not news.
 */
export function logAnswers(app: FastifyInstance): void {
  const logsReads = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', async (request, reply) => {
    const read = request.method === 'GET' || request.method === 'HEAD'
    const isNews = !read || reply.statusCode >= 500
    if (!isNews && !logsReads) return
    request.log[isNews ? 'info' : 'debug']({
      method: request.method,
      path: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}

/** The pattern of the route that answers, such as '/api/products/:id'; one word for all that no route knows. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown'
