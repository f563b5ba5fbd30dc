import { createServer as createHttpServer } from 'node:http'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'
import type { Config } from './config.ts'
import { ResponseCache } from './http-cache/response-cache.ts'
import { registerBodyTimeout } from './kernel/http/body-timeout.ts'
import { addProblemResponse, registerErrorHandler, sendProblem } from './kernel/http/error-handler.ts'
import { registerRequestHooks } from './kernel/http/http.ts'
import { securityHeaders } from './kernel/http/security-headers.ts'
import {
  createLoggerOptions,
  createRequestIdGenerator,
  MAX_STACK_FRAMES,
  registerAccessLog,
} from './kernel/logging.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on every response closes its connection, so that a proxy sends no further request on it. */
    drain(): void
    /** Whether the server finishes its requests and then ends. */
    isDraining(): boolean
  }
}

const MAX_JSON_BODY_BYTES = 1_000_000
const MAX_PARAM_LENGTH = 500
const SERVER_OPTIONS = {
  /** A document of 100 MB takes this long over a line of half a megabit per second. */
  requestTimeout: 1_600_000,
  /** Longer than the idle time-out of usual proxies, which would otherwise reuse a connection that is being closed. */
  keepAliveTimeout: 72_000,
}

interface CreatedServer {
  app: FastifyInstance
  responseCache: ResponseCache
}

/** Creates the HTTP server with logging, error responses, security headers and draining, and the cache in front of it. */
export function createServer(config: Pick<Config, 'proxies' | 'publicUrl' | 'logLevel'>): CreatedServer {
  // For the whole process.
  Error.stackTraceLimit = MAX_STACK_FRAMES
  const createRequestId = createRequestIdGenerator({ isBehindProxy: config.proxies > 0 })
  const responseCache = new ResponseCache(createRequestId)
  let isDraining = false
  const app = fastify({
    serverFactory: (handler) =>
      createHttpServer(SERVER_OPTIONS, (request, response) => {
        // Cached responses have no `connection: close`.
        if (isDraining || !responseCache.tryServe(request, response)) handler(request, response)
      }),
    bodyLimit: MAX_JSON_BODY_BYTES,
    // Requests that arrive while the server closes are still served.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < config.proxies,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // No hook runs for a URL that cannot be decoded.
    frameworkErrors: (error, request, reply) =>
      sendProblem(error, request, reply.headers(securityHeaders(config.publicUrl))),
    genReqId: createRequestId,
    // Fastify's lines about requests contain URLs.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    forceCloseConnections: 'idle',
    logger: createLoggerOptions(config.logLevel),
  })
  app.setValidatorCompiler<ZodType>(({ schema }) => (input) => {
    const { data, error } = schema.safeParse(input)
    return error ? { error } : { value: data }
  })
  app.setSerializerCompiler(serializerCompiler)
  registerAccessLog(app)
  registerErrorHandler(app)
  app.addHook('onRoute', addProblemResponse)
  registerRequestHooks(app, config.publicUrl)
  registerBodyTimeout(app)
  const drain = () => {
    isDraining = true
  }
  app.decorate('drain', drain)
  app.decorate('isDraining', () => isDraining)
  app.addHook('preClose', async () => drain())
  // A connection that is kept alive would delay the end of the process.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return { app, responseCache }
}
