import { mkdirSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { identifier } from './accounts/identify.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionCookie } from './accounts/rules.ts'
import { listAccounts } from './accounts/store.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { countPages, listPages } from './catalogue/store-pages.ts'
import type { Config, MetricsSettings } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Db } from './database/db.ts'
import type { Database } from './database/open.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import { countStored } from './enquiries/store-lists.ts'
import { runAvifJob, runMailJob, runNightlyBackups, sweepPictures } from './jobs.ts'
import { type Clock, systemClock, timestamp } from './kernel/clock.ts'
import { addProblemResponse, answerProblems, sendProblem } from './kernel/errors.ts'
import { createEvents } from './kernel/events.ts'
import { createGuard } from './kernel/guard.ts'
import { networkOf, refuseForeignWrites, refuseNullCharacters } from './kernel/http.ts'
import { keepReads } from './kernel/kept-reads.ts'
import { answerRequestId, logAnswers, logController, logSettings, requestIds } from './kernel/logging.ts'
import { removeLeftForms } from './kernel/multipart.ts'
import { describeApi } from './kernel/openapi.ts'
import { tooMany } from './kernel/problem.ts'
import { PublicReads } from './kernel/public-reads.ts'
import { Replays } from './kernel/replays.ts'
import { securityHeaders } from './kernel/security-headers.ts'
import { newTally, type Tally } from './kernel/tally.ts'
import { systemTimer, type Timer } from './kernel/timer.ts'
import { logRoutes } from './log/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { countOutbox } from './mail/store.ts'
import { openBlobs } from './media/blobs.ts'
import { type Media, openMedia } from './media/library.ts'
import { mediaRoutes } from './media/routes.ts'
import { openWorkshop, type Workshop } from './media/workshop.ts'
import { healthRoutes } from './operations/health-routes.ts'
import { metricsRoutes } from './operations/metrics-routes.ts'
import { type CrawlerParts, crawlerRoutes } from './pages/crawler-routes.ts'
import { pageRoutes } from './pages/routes.ts'
import type { WebBuild } from './pages/web-build.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { siteContentRoutes } from './site-content/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on every answer ends its connection, so that whoever stands in front sends nothing more on it. */
    drain(): void
  }
}

const JSON_BODY_BYTES = 1_000_000
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than proxies keep theirs, or they would meet one that is just being closed. */
const KEEP_ALIVE_MS = 72_000
const MULTIPART_PARTS = 60

export interface AppParts {
  config: Config
  database: Database
  /** Opens the two front ends beside the server that will answer them; without it only the API answers. */
  openWeb?: (app: FastifyInstance) => Promise<WebBuild>
  clock?: Clock
  timer?: Timer
}

/** Joins the rooms into one server: every plugin, guard and route, in the order they take effect. Does not listen. */
export async function buildApp({
  config,
  database,
  openWeb,
  clock = systemClock,
  timer = systemTimer,
}: AppParts): Promise<FastifyInstance> {
  const { publicUrl } = config
  const { db, reader } = database
  const tmpDir = join(config.dataDir, 'tmp')
  mkdirSync(tmpDir, { recursive: true })
  await removeLeftForms(tmpDir)

  const isBehindProxy = config.proxies > 0
  const replays = new Replays({ isBehindProxy })
  const protection = securityHeaders(publicUrl)
  const app = fastify({
    serverFactory: (handler) => listeningServer(replays, handler),
    bodyLimit: JSON_BODY_BYTES,
    // Whoever has sent a request is answered, also in the moment after which nobody can send another.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < config.proxies,
    routerOptions: { maxParamLength: 500 },
    // Answered before any hook: an address that cannot be read.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(protection)),
    genReqId: requestIds({ isBehindProxy }),
    logController: logController(),
    forceCloseConnections: 'idle',
    logger: logSettings(config.logLevel),
  })
  logAnswers(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerProblems(app)
  app.addHook('onRoute', addProblemResponse)
  app.addHook('onRequest', answerRequestId)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(protection)
  })
  let closing = false
  const drain = () => {
    closing = true
    replays.close()
  }
  app.decorate('drain', drain)
  app.addHook('preClose', async () => drain())
  // While the server drains, an answered connection is done with; kept alive it would hold up the end.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('onRequest', refuseForeignWrites(publicUrl))
  app.addHook('onRequest', refuseNullCharacters)
  await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 5, exposeStatusRoute: false })
  await app.register(cookie)
  await app.register(multipart, { limits: { parts: MULTIPART_PARTS } })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      tooMany('Too many requests from your address. Please try again a little later.', Math.ceil(ttl / 1000)),
  })
  const workshop = openWorkshop()
  app.addHook('onClose', async () => workshop.close())
  const tallies = { reads: newTally(), pages: newTally() }
  if (config.metrics)
    await measure(app, config, config.metrics, { database, clock, replays, caches: tallies, workshop })
  await describeApi(app, { cookie: sessionCookie(publicUrl) })

  const events = createEvents()
  const keptReads = keepReads(app, { replays, publicUrl, tally: tallies.reads })
  const reads = new PublicReads(tallies.reads)
  events.on('content', () => {
    database.noteChange()
    replays.clear()
    keptReads.clear()
    reads.clear()
  })
  const guard = createGuard(app, identifier({ db, clock, publicUrl }))
  const blobs = await openBlobs(config)
  const media = openMedia({ db, blobs, clock, workshop, publicUrl: config.media.publicUrl })
  database.onForeignChange(() => {
    media.forget()
    events.emit('content')
  })
  sweepPictures(app, { db, clock, media })
  if (config.avif) runAvifJob(app, { db, blobs, clock, workshop, media, events })

  if (config.backupDir) runNightlyBackups(app, { ...config, backupDir: config.backupDir, clock, timer })

  const sendMail = config.mail && runMailJob(app, { db, clock, settings: config.mail })

  await app.register(accountRoutes, {
    db,
    clock,
    guard,
    publicUrl,
    sendMail: sendMail && ((inside, mail) => sendMail(inside, mail, timestamp(clock()))),
  })
  await app.register(mediaRoutes, { db, media, blobs, guard, tmpDir, publicUrl })
  await app.register(catalogueRoutes, {
    db,
    reader,
    clock,
    timer,
    events,
    guard,
    reads,
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
        ? (inside, notice, at) => sendMail(inside, { to: notifyEmail, ...notice }, at)
        : undefined,
  })
  await app.register(reviewRoutes, { db, clock, events, guard, reads })
  await app.register(siteContentRoutes, { db, clock, events, guard, reads, media, publicUrl })
  await app.register(logRoutes, { db, guard })
  await app.register(dashboardRoutes, { db, clock, guard })
  await app.register(healthRoutes, {
    isEnding: () => closing,
    readDatabase: () => listAccounts(db),
    writeDatabase: (patienceMs) => database.probe(patienceMs),
    storePictures: () => blobs.check(),
  })
  await app.register(crawlerRoutes, { publicUrl, ...pagesOfItems(db, media) })
  if (openWeb) {
    const web = await openWeb(app)
    await app.register(pageRoutes, { web, events, guard, replays, reads, publicUrl, tally: tallies.pages })
  }
  return app
}

/** What was answered before is answered again before the framework hears of it. */
function listeningServer(replays: Replays, handler: RequestListener): Server {
  const server = createServer((request, response) => {
    if (!replays.answer(request, response)) handler(request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

/** Loads what measures only where somebody wants the figures: it takes memory and time at every start. */
async function measure(
  app: FastifyInstance,
  { dataDir }: Config,
  settings: MetricsSettings,
  parts: {
    database: Database
    clock: Clock
    replays: Replays
    caches: Record<string, Tally>
    workshop: Workshop
  },
): Promise<void> {
  const { database, clock, replays, caches, workshop } = parts
  const { db } = database
  const { openMetrics } = await import('./operations/metrics.ts')
  const measured = openMetrics(app, {
    dataDir,
    databaseBytes: database.bytes,
    replays,
    caches,
    countOutbox: async () => {
      const { oldestAt, ...counts } = await countOutbox(db)
      const ageMs = oldestAt ? clock().getTime() - new Date(oldestAt).getTime() : 0
      return { ...counts, oldestAgeSeconds: ageMs / 1000 }
    },
    countEnquiries: () => countStored(db),
    picturesUnderWay: () => workshop.underWay,
  })
  metricsRoutes(app, measured, settings)
}

/** What the sitemap lists: every item under its readable address, with its pictures. */
function pagesOfItems(db: Db, media: Media): Pick<CrawlerParts, 'countItems' | 'listItems'> {
  return {
    countItems: () => countPages(db),
    listItems: async (origin, page) => {
      const items = await listPages(db, page)
      const pictures = await media.describe(
        items.map(({ images }) => images),
        origin,
      )
      return items.map(({ slug, updatedAt }, index) => ({
        address: `${origin}/product/${encodeURIComponent(slug)}`,
        changedAt: updatedAt,
        pictures: (pictures[index] ?? []).map(({ url }) => url),
      }))
    },
  }
}
