import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { VisitEvent } from '#contracts/visitors/visit-event.ts'
import { FIGURE_GROUPS, VisitorQuery, VisitorReport } from '#contracts/visitors/visitor-report.ts'
import type { Db } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { BYTE_ORDER_MARK, formatCsvLine } from '#server/kernel/csv.ts'
import { formatContentDisposition } from '#server/kernel/files/file-formats.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { type FigureKind, toArrival, toFigures } from './figures.ts'
import { createVisitorReport, listDays, toDays } from './report.ts'
import { type Days, listDay } from './store-report.ts'
import type { VisitRecorder } from './visit-recorder.ts'

/** Of one network: an office in which twenty people look around makes a hundred. */
const EVENTS = { max: 600, timeWindow: '1 minute' }
const CSV_TYPE = 'text/csv'
/** The kinds in an export. */
const KIND_LABELS: Record<FigureKind, string> = {
  ...FIGURE_GROUPS,
  visit: 'Visits',
  enquiry: 'Enquiries',
  step: 'Steps',
  lcp: 'First view, ms',
  inp: 'Slowest reaction, ms',
}

export interface VisitorDeps {
  /** The database for reads that may take long. */
  reader: Db
  clock: Clock
  guard: Guard
  visits: VisitRecorder
}

/** Registers the route by which the public pages report visits, and the figures about them. */
export async function visitorRoutes(
  app: FastifyInstance,
  { reader, clock, guard, visits }: VisitorDeps,
): Promise<void> {
  const route = createRouter(app, { guard, tag: 'visitors' })
  /** So that the figures are those of this moment; without, they are a few seconds older. */
  const storeVisits = (log: FastifyBaseLogger) =>
    visits.flush().catch((error) => log.error({ err: error }, 'visits could not be stored'))

  route(
    'POST /api/visits',
    {
      permission: 'public',
      rateLimit: EVENTS,
      summary: 'Report what a visitor did on a page, without cookies and without personal data',
      body: VisitEvent,
    },
    async (request) => {
      const { host, headers, body } = request
      const language = headers['accept-language']
      const userAgent = headers['user-agent']
      const arrival =
        body.event !== 'page'
          ? []
          : toArrival(body, {
              host,
              ...(language && { language }),
              ...(userAgent && { userAgent }),
            })
      await visits.count(request, toFigures(body), arrival)
    },
  )

  route(
    'GET /api/visits/report',
    {
      permission: 'dashboard.read',
      summary: 'Report visits, what they looked at, and which of them led to an enquiry',
      query: VisitorQuery,
      reply: VisitorReport,
    },
    async ({ query, log }) => {
      const days = toDays(query, clock())
      await storeVisits(log)
      return createVisitorReport(reader, days)
    },
  )

  route(
    'GET /api/visits/report.csv',
    {
      permission: 'dashboard.read',
      summary: 'Export the figures of each day',
      query: VisitorQuery,
      produces: [CSV_TYPE],
    },
    async ({ query, log }, reply) => {
      const days = toDays(query, clock())
      await storeVisits(log)
      reply
        .type(`${CSV_TYPE}; charset=utf-8`)
        .header('content-disposition', formatContentDisposition(`visitors-${days.from}-${days.to}.csv`))
      return Readable.from(generateCsv(reader, days))
    },
  )
}

async function* generateCsv(db: Db, days: Days): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(['Day', 'Kind', 'Name', 'Visits', 'Times', 'Visits with an enquiry'])
  for (const day of listDays(days))
    for (const { kind, name, visits, count, enquiries } of await listDay(db, day))
      yield formatCsvLine([day, KIND_LABELS[kind], name, ...[visits, count, enquiries].map(String)])
}
