import { mkdirSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { identifier } from './accounts/identify.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionCookie } from './accounts/rules.ts'
import { listAccounts } from './accounts/store.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { countPages, listPages } from './catalogue/store-pages.ts'
import { picturesChangedSince, picturesInCatalogue } from './catalogue/store-pictures.ts'
import type { Config, MailSettings } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Db } from './database/open.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import { type Clock, daysBefore, systemClock, timestamp } from './kernel/clock.ts'
import { answerProblems, sendProblem } from './kernel/errors.ts'
import { createEvents, type Events } from './kernel/events.ts'
import { createGuard } from './kernel/guard.ts'
import { networkOf, refuseForeignWrites } from './kernel/http.ts'
import { newId } from './kernel/ids.ts'
import { keepReads } from './kernel/kept-reads.ts'
import { removeLeftForms } from './kernel/multipart.ts'
import { describeApi } from './kernel/openapi.ts'
import { tooMany } from './kernel/problem.ts'
import { Replays } from './kernel/replays.ts'
import { systemTimer, type Timer } from './kernel/timer.ts'
import { logRoutes } from './log/routes.ts'
import { startMailJob } from './mail/job.ts'
import { mailRoutes } from './mail/routes.ts'
import { type QueueMail, queueMail } from './mail/store.ts'
import { openTransport } from './mail/transport.ts'
import { startAvifJob } from './media/avif.ts'
import { type Blobs, folderBlobs } from './media/blobs.ts'
import { type Media, openMedia, type UsedPictures } from './media/library.ts'
import { mediaRoutes } from './media/routes.ts'
import { openWorkshop, type Workshop } from './media/workshop.ts'
import { type CrawlerParts, crawlerRoutes } from './pages/crawler-routes.ts'
import { pageRoutes } from './pages/routes.ts'
import type { WebBuild } from './pages/web-build.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { siteContentRoutes } from './site-content/routes.ts'
import { picturesInSiteContent } from './site-content/store.ts'

const JSON_BODY_BYTES = 1_000_000
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than proxies keep theirs, or they would meet one that is just being closed. */
const KEEP_ALIVE_MS = 72_000
const MULTIPART_PARTS = 60
/** The first visitors come before the last bytes saved. */
const AVIF_DELAY_MS = 5000
const FIRST_SWEEP_MS = 10 * 60_000
const SWEEP_MS = 6 * 3_600_000

export interface AppParts {
  config: Config
  db: Db
  /** The same database for what may take long; without it such questions are asked of `db`. */
  reader?: Db
  /** Opens the two front ends beside the server that will answer them; without it only the API answers. */
  openWeb?: (app: FastifyInstance) => Promise<WebBuild>
  clock?: Clock
  timer?: Timer
}

/** Joins the rooms into one server: every plugin, guard and route, in the order they take effect. Does not listen. */
export async function buildApp({
  config,
  db,
  reader = db,
  openWeb,
  clock = systemClock,
  timer = systemTimer,
}: AppParts): Promise<FastifyInstance> {
  const { publicUrl } = config
  const tmpDir = join(config.dataDir, 'tmp')
  mkdirSync(tmpDir, { recursive: true })
  await removeLeftForms(tmpDir)

  const replays = new Replays({ isBehindProxy: config.proxies > 0 })
  const protect = (reply: FastifyReply) =>
    reply.headers({ ...SECURITY_HEADERS, ...(publicUrl?.startsWith('https:') && SECURE_ONLY) })
  const app = fastify({
    serverFactory: (handler) => listeningServer(replays, handler),
    bodyLimit: JSON_BODY_BYTES,
    trustProxy: (_address, hop) => hop < config.proxies,
    routerOptions: { maxParamLength: 500 },
    // Answered before any hook: an address that cannot be read.
    frameworkErrors: (error, request, reply) => sendProblem(error, request, protect(reply)),
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    logger: { level: config.logLevel },
  })
  logAnswers(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerProblems(app)
  app.addHook('onRequest', async (_request, reply) => {
    protect(reply)
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    replays.close()
  })
  // While the server drains, an answered connection is done with; kept alive it would hold up the end.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('onRequest', refuseForeignWrites(publicUrl))
  await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 5, exposeStatusRoute: false })
  await app.register(cookie)
  await app.register(multipart, { limits: { parts: MULTIPART_PARTS } })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      tooMany('Too many requests from your address. Please try again a little later.', Math.ceil(ttl / 1000)),
  })
  await describeApi(app, { cookie: sessionCookie(publicUrl) })

  const events = createEvents()
  const reads = keepReads(app, { replays, publicUrl })
  events.on('content', () => {
    replays.clear()
    reads.clear()
  })
  const guard = createGuard(identifier({ db, clock, publicUrl }))
  const blobs = folderBlobs(join(config.dataDir, 'media'))
  const workshop = openWorkshop()
  app.addHook('onClose', async () => workshop.close())
  const media = openMedia({ db, blobs, clock, workshop })
  sweepPictures(app, { db, clock, media })
  if (config.avif) runAvifJob(app, { db, blobs, clock, workshop, media, events })

  const sendMail = config.mail && runMailJob(app, { db, clock, settings: config.mail })

  accountRoutes(app, {
    db,
    clock,
    guard,
    publicUrl,
    sendMail: sendMail && ((inside, mail) => sendMail(inside, mail, timestamp(clock()))),
  })
  mediaRoutes(app, { db, media, blobs, guard, tmpDir, publicUrl })
  catalogueRoutes(app, { db, reader, clock, timer, events, guard, media, tmpDir, publicUrl })
  mailRoutes(app, { db, guard, configured: sendMail !== undefined })
  const notifyEmail = config.mail?.notify
  enquiryRoutes(app, {
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
  reviewRoutes(app, { db, clock, events, guard })
  siteContentRoutes(app, { db, clock, events, guard, media, publicUrl })
  logRoutes(app, { db, guard })
  dashboardRoutes(app, { db, clock, guard })
  crawlerRoutes(app, { publicUrl, ...pagesOfItems(db, media) })
  if (openWeb) await pageRoutes(app, { web: await openWeb(app), events, guard, replays, publicUrl })
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

/** A picture that is ready as AVIF shows on the pages at once; new pictures come with a change of content. */
function runAvifJob(
  app: FastifyInstance,
  parts: { db: Db; blobs: Blobs; clock: Clock; workshop: Workshop; media: Media; events: Events },
): void {
  const { media, events, ...rest } = parts
  let own = false
  const job = startAvifJob({
    ...rest,
    delayMs: AVIF_DELAY_MS,
    onDone: (id) => {
      media.forget(id)
      own = true
      events.emit('content')
      own = false
    },
    onError: (error) => app.log.error({ err: error }, 'making AVIF files failed'),
  })
  events.on('content', () => {
    if (!own) job.wake()
  })
  app.addHook('onClose', () => job.stop())
}

/** Pictures that nothing shows any more go after a day: a form given up, a picture replaced and no longer in any history. */
function sweepPictures(
  app: FastifyInstance,
  { db, clock, media }: { db: Db; clock: Clock; media: Media },
): void {
  const used: UsedPictures = {
    async *all() {
      yield* picturesInCatalogue(db)
      yield await picturesInSiteContent(db)
    },
    since: async (transaction, at) => [
      ...(await picturesChangedSince(transaction, at)),
      ...(await picturesInSiteContent(transaction)),
    ],
  }
  let running: Promise<void> | undefined
  const sweep = () => {
    running = media
      .removeUnused(timestamp(daysBefore(clock(), 1)), used)
      .then((count) => {
        if (count > 0) app.log.info({ count }, 'removed pictures that nothing shows')
      })
      .catch((error) => app.log.error({ err: error }, 'removing unused pictures failed'))
    next = systemTimer(sweep, SWEEP_MS)
  }
  let next = systemTimer(sweep, FIRST_SWEEP_MS)
  app.addHook('onClose', async () => {
    next()
    await running
  })
}

/** Sends what waits in the outbox. Answers how mail is left there: in the caller's transaction, and sent after it. */
function runMailJob(
  app: FastifyInstance,
  { settings, ...parts }: { db: Db; clock: Clock; settings: MailSettings },
): QueueMail {
  const job = startMailJob({
    ...parts,
    transport: openTransport(settings),
    onError: (error) => app.log.error({ err: error }, 'the outbox cannot be read or written'),
    onFailure: (kind) => app.log.warn({ kind }, 'a mail could not be sent'),
  })
  app.addHook('onClose', () => job.stop())
  return async (db, mail, at) => {
    await queueMail(db, mail, at)
    job.wake()
  }
}

/**
 * One line an answer, without query, address or anything else that could name a person: of the path, what the route calls
 * its parts. Reads that succeed are not news.
 */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: request.routeOptions.url ?? request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    const read = request.method === 'GET' || request.method === 'HEAD'
    if (read && reply.statusCode < 500) request.log.debug(line)
    else request.log.info(line)
  })
}

const SECURE_ONLY = { 'strict-transport-security': 'max-age=31536000' } as const
/** Pictures may stand at outside addresses (decision 0004) or wait as blobs to be uploaded; style attributes carry measures, never scripts. */
const SECURITY_HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: http: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const
