import { mkdirSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { createAuthenticator } from '#server/accounts/authenticate.ts'
import { auditLogRoutes } from '#server/audit-log/routes.ts'
import {
  registerAvifJob,
  registerMediaSweep,
  registerNightlyBackups,
  registerOutboxWorker,
} from '#server/background-jobs.ts'
import { countPublishedItems, listSitemapItems } from '#server/catalogue/listing/store-sitemap.ts'
import { PublicReads } from '#server/http-cache/public-read.ts'
import { ResponseCache } from '#server/http-cache/response-cache.ts'
import { addProblemResponse, registerErrorHandler, sendProblem } from '#server/kernel/error-handler.ts'
import { type Scheduler, systemScheduler } from '#server/kernel/scheduler.ts'
import { openBlobStorage } from '#server/media/blob-storage.ts'
import { type ImageWorker, startImageWorker } from '#server/media/image-worker.ts'
import { createMediaService, type MediaService } from '#server/media/media-service.ts'
import type { Frontend } from '#server/pages/frontend.ts'
import { type SeoDeps, seoRoutes } from '#server/pages/seo-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { getSessionCookieName } from './accounts/rules.ts'
import { listAccounts } from './accounts/store.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { Config, MetricsSettings } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database, Db } from './database/db.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import { countAllEnquiries } from './enquiries/store-lists.ts'
import { type Clock, systemClock, toIso } from './kernel/clock.ts'
import { createEvents } from './kernel/events.ts'
import { createGuard } from './kernel/guard.ts'
import { rejectCrossSiteWrites, rejectNulInParams, toClientNetwork } from './kernel/http.ts'
import {
  createLogController,
  createLoggerOptions,
  createRequestIdGenerator,
  registerAccessLog,
  setRequestIdHeader,
} from './kernel/logging.ts'
import { removeStaleUploads } from './kernel/multipart.ts'
import { registerOpenApi } from './kernel/openapi.ts'
import { tooManyRequests } from './kernel/problem.ts'
import { securityHeaders } from './kernel/security-headers.ts'
import { mailRoutes } from './mail/routes.ts'
import { countOutbox } from './mail/store.ts'
import { mediaRoutes } from './media/routes.ts'
import { healthRoutes } from './operations/health-routes.ts'
import { metricsRoutes } from './operations/metrics-routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { siteContentRoutes } from './site-content/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on every answer ends its connection, so that whoever stands in front sends nothing more on it. */
    drain(): void
  }
}

const MAX_JSON_BODY_BYTES = 1_000_000
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than proxies keep theirs, or they would meet one that is just being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const MAX_MULTIPART_PARTS = 60

export interface AppDeps {
  config: Config
  database: Database
  /** Opens the two front ends beside the server that will answer them; without it only the API answers. */
  openFrontend?: (app: FastifyInstance) => Promise<Frontend>
  clock?: Clock
  timer?: Scheduler
}

/** Joins the rooms into one server: every plugin, guard and route, in the order they take effect. Does not listen. */
export async function buildApp({
  config,
  database,
  openFrontend,
  clock = systemClock,
  timer: schedule = systemScheduler,
}: AppDeps): Promise<FastifyInstance> {
  const { publicUrl } = config
  const { db, reader } = database
  const tmpDir = join(config.dataDir, 'tmp')
  mkdirSync(tmpDir, { recursive: true })
  await removeStaleUploads(tmpDir)

  const isBehindProxy = config.proxies > 0
  const createRequestId = createRequestIdGenerator({ isBehindProxy })
  const responseCache = new ResponseCache({ isBehindProxy, createRequestId })
  const publicReads = new PublicReads({ responseCache, publicUrl })
  const securityHeaderValues = securityHeaders(publicUrl)
  const app = fastify({
    serverFactory: (handler) => createHttpServer(responseCache, handler),
    bodyLimit: MAX_JSON_BODY_BYTES,
    // Whoever has sent a request is answered, also in the moment after which nobody can send another.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < config.proxies,
    routerOptions: { maxParamLength: 500 },
    // Answered before any hook: an address that cannot be read.
    frameworkErrors: (error, request, reply) =>
      sendProblem(error, request, reply.headers(securityHeaderValues)),
    genReqId: createRequestId,
    logController: createLogController(),
    forceCloseConnections: 'idle',
    logger: createLoggerOptions(config.logLevel),
  })
  registerAccessLog(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app)
  app.addHook('onRoute', addProblemResponse)
  app.addHook('onRequest', setRequestIdHeader)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaderValues)
  })
  let isShuttingDown = false
  const drain = () => {
    isShuttingDown = true
    responseCache.close()
  }
  app.decorate('drain', drain)
  app.addHook('preClose', async () => drain())
  // While the server drains, an answered connection is done with; kept alive it would hold up the end.
  app.addHook('onSend', async (_request, reply) => {
    if (isShuttingDown) reply.header('connection', 'close')
  })
  app.addHook('onRequest', rejectCrossSiteWrites(publicUrl))
  app.addHook('onRequest', rejectNulInParams)
  await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 5, exposeStatusRoute: false })
  await app.register(cookie)
  await app.register(multipart, { limits: { parts: MAX_MULTIPART_PARTS } })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => toClientNetwork(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      tooManyRequests(
        'Too many requests from your address. Please try again a little later.',
        Math.ceil(ttl / 1000),
      ),
  })
  const imageWorker = startImageWorker()
  app.addHook('onClose', async () => imageWorker.close())
  if (config.metrics)
    await registerMetrics(app, config, config.metrics, {
      database,
      clock,
      responseCache,
      publicReads,
      imageWorker,
    })
  await registerOpenApi(app, { cookie: getSessionCookieName(publicUrl) })

  const events = createEvents()
  events.on('content', () => {
    database.notifyLocalChange()
    responseCache.clear()
    publicReads.clear()
  })
  const guard = createGuard(app, createAuthenticator({ db, clock, publicUrl }))
  const blobStorage = await openBlobStorage(config)
  const media = createMediaService({ db, blobStorage, clock, imageWorker, publicUrl: config.media.publicUrl })
  database.onRemoteChange(() => {
    media.invalidate()
    events.emit('content')
  })
  registerMediaSweep(app, { db, clock, media })
  if (config.avif) registerAvifJob(app, { db, blobStorage, clock, imageWorker, media, events })

  if (config.backupDir)
    registerNightlyBackups(app, { ...config, backupDir: config.backupDir, clock, timer: schedule })

  const sendMail = config.mail && registerOutboxWorker(app, { db, clock, settings: config.mail })

  await app.register(accountRoutes, {
    db,
    clock,
    guard,
    publicUrl,
    sendMail: sendMail && ((inside, mail) => sendMail(inside, mail, toIso(clock()))),
  })
  await app.register(mediaRoutes, { db, media, blobStorage, guard, tmpDir, publicUrl })
  await app.register(catalogueRoutes, {
    db,
    reader,
    clock,
    schedule,
    events,
    guard,
    publicReads,
    media,
    tmpDir,
    publicUrl,
  })
  await app.register(mailRoutes, { db, guard, configured: sendMail !== undefined })
  const notifyEmail = config.mail?.notify
  await app.register(enquiryRoutes, {
    db,
    clock,
    guard,
    publicUrl,
    listStaff: async () => (await listAccounts(db)).map(({ id, username }) => ({ id, name: username })),
    notify:
      sendMail && notifyEmail
        ? (transaction, notice, at) => sendMail(transaction, { to: notifyEmail, ...notice }, at)
        : undefined,
  })
  await app.register(reviewRoutes, { db, clock, events, guard, publicReads })
  await app.register(siteContentRoutes, { db, clock, events, guard, publicReads, media, publicUrl })
  await app.register(auditLogRoutes, { db, guard })
  await app.register(dashboardRoutes, { db, clock, guard })
  await app.register(healthRoutes, {
    isShuttingDown: () => isShuttingDown,
    readDatabase: () => listAccounts(db),
    writeDatabase: (patienceMs) => database.probe(patienceMs),
    checkMediaStorage: () => blobStorage.check(),
  })
  await app.register(seoRoutes, { publicUrl, ...createSitemapSource(db, media) })
  if (openFrontend) {
    const frontend = await openFrontend(app)
    await app.register(pageRoutes, {
      frontend,
      guard,
      responseCache,
      publicReads,
      publicUrl,
    })
  }
  return app
}

/** What was answered before is answered again before the framework hears of it. */
function createHttpServer(responseCache: ResponseCache, handler: RequestListener): Server {
  const server = createServer((request, response) => {
    if (!responseCache.tryServe(request, response)) handler(request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  return server
}

/** Loads what measures only where somebody wants the figures: it takes memory and time at every start. */
async function registerMetrics(
  app: FastifyInstance,
  { dataDir }: Config,
  settings: MetricsSettings,
  deps: {
    database: Database
    clock: Clock
    responseCache: ResponseCache
    publicReads: PublicReads
    imageWorker: ImageWorker
  },
): Promise<void> {
  const { database, clock, responseCache, publicReads, imageWorker } = deps
  const { db } = database
  const { createMetrics } = await import('./operations/metrics.ts')
  const metrics = createMetrics(app, {
    dataDir,
    databaseBytes: database.getSizeInBytes,
    servedRoutes: () => responseCache.routeStats,
    caches: { responses: responseCache, reads: publicReads },
    countOutbox: async () => {
      const { oldestAt, ...counts } = await countOutbox(db)
      const ageMs = oldestAt ? clock().getTime() - new Date(oldestAt).getTime() : 0
      return { ...counts, oldestAgeSeconds: ageMs / 1000 }
    },
    countEnquiries: () => countAllEnquiries(db),
    countPendingPictures: () => imageWorker.pendingCount,
  })
  metricsRoutes(app, metrics, settings)
}

/** What the sitemap lists: every item under its readable address, with its pictures. */
function createSitemapSource(db: Db, media: MediaService): Pick<SeoDeps, 'countItems' | 'listItems'> {
  return {
    countItems: () => countPublishedItems(db),
    listItems: async (origin, page) => {
      const items = await listSitemapItems(db, page)
      const pictures = await media.describe(
        items.map(({ images }) => images),
        origin,
      )
      return items.map(({ slug, updatedAt }, index) => ({
        url: `${origin}/product/${encodeURIComponent(slug)}`,
        lastModified: updatedAt,
        pictures: (pictures[index] ?? []).map(({ url }) => url),
      }))
    },
  }
}
