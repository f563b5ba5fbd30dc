import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'
import type { Config } from './config.ts'
import { ResponseCache } from './http-cache/response-cache.ts'
import { addProblemResponse, registerErrorHandler, sendProblem } from './kernel/error-handler.ts'
import { rejectCrossSiteWrites, rejectNulInParams } from './kernel/http.ts'
import {
  createLogController,
  createLoggerOptions,
  createRequestIdGenerator,
  registerAccessLog,
  setRequestIdHeader,
  setStackTraceLimit,
} from './kernel/logging.ts'
import { securityHeaders } from './kernel/security-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on every response closes its connection, so that a proxy sends no further request on it. */
    drain(): void
  }
}

const MAX_JSON_BODY_BYTES = 1_000_000
const MAX_PARAM_LENGTH = 500
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than the idle time-out of usual proxies, which would otherwise reuse a connection that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000

interface CreatedServer {
  app: FastifyInstance
  responseCache: ResponseCache
  isShuttingDown: () => boolean
}

/** Creates the HTTP server with logging, error responses, security headers and draining, and the cache in front of it. */
export function createServer(config: Pick<Config, 'proxies' | 'publicUrl' | 'logLevel'>): CreatedServer {
  setStackTraceLimit()
  const isBehindProxy = config.proxies > 0
  const createRequestId = createRequestIdGenerator({ isBehindProxy })
  const responseCache = new ResponseCache({ isBehindProxy, createRequestId })
  const headers = securityHeaders(config.publicUrl)
  const app = fastify({
    serverFactory: (handler) => createCachingServer(responseCache, handler),
    bodyLimit: MAX_JSON_BODY_BYTES,
    // Requests that arrive while the server closes are still served.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < config.proxies,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // No hook runs for a URL that cannot be decoded.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(headers)),
    genReqId: createRequestId,
    logController: createLogController(),
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
  app.addHook('onRequest', setRequestIdHeader)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  const isShuttingDown = registerDraining(app, responseCache)
  app.addHook('onRequest', rejectCrossSiteWrites(config.publicUrl))
  app.addHook('onRequest', rejectNulInParams)
  return { app, responseCache, isShuttingDown }
}

/** Consults the response cache before Fastify. */
function createCachingServer(responseCache: ResponseCache, handler: RequestListener): Server {
  const server = createHttpServer((request, response) => {
    if (!responseCache.tryServe(request, response)) handler(request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  return server
}

/** Adds `app.drain`, which closing the server also calls. Returns whether it was called. */
function registerDraining(app: FastifyInstance, responseCache: ResponseCache): () => boolean {
  let isDraining = false
  const drain = () => {
    isDraining = true
    responseCache.close()
  }
  app.decorate('drain', drain)
  app.addHook('preClose', async () => drain())
  // A connection that is kept alive would delay the end of the process.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return () => isDraining
}
