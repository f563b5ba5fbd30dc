import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RouteCacheStats } from '#server/http-cache/response-cache.ts'
import type { CacheStats } from '#server/http-cache/single-flight-cache.ts'
import { isInternalCall } from '#server/kernel/http/http.ts'
import { getRoutePattern } from '#server/kernel/logging.ts'

/** Seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** All other methods share the label 'other', so that clients cannot create labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface MetricsDeps {
  dataDir: string
  databaseBytes(): Promise<number>
  /** Responses that the response cache sent before Fastify. */
  servedRoutes(): Iterable<Readonly<RouteCacheStats>>
  caches: Record<string, { readonly stats: CacheStats }>
  countOutbox(): Promise<{ pending: number; failed: number; oldestAgeSeconds: number }>
  countEnquiries(): Promise<number>
  countPendingPictures(): number
  /** Undefined if the site makes no nightly backups. */
  getBackupAgeMs: (() => number) | undefined
}

export interface Metrics {
  contentType: string
  /** Returns all metrics in Prometheus' text format, without gauges that cannot be read at present. */
  read(): Promise<string>
}

/** Measures the routes that are registered later. Labels have few values and contain no personal data. */
export function createMetrics(app: FastifyInstance, deps: MetricsDeps): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  registerHttpMetrics(app, registers, deps.servedRoutes)
  registerCacheMetrics(registers, deps)
  const gauges = getGaugeDefinitions(deps).map(({ name, help, read }) => ({
    read,
    gauge: new Gauge({ name, help, registers }),
  }))
  return {
    contentType: registry.contentType,
    async read() {
      for (const { read, gauge } of gauges) {
        try {
          gauge.set(await read())
        } catch {
          gauge.remove()
        }
      }
      return registry.metrics()
    },
  }
}

function registerHttpMetrics(
  app: FastifyInstance,
  registers: Registry[],
  servedRoutes: MetricsDeps['servedRoutes'],
): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, without responses that the response cache sent before routing.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const previousStats = new Map<string, RouteCacheStats>()
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses, including those of the response cache.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      for (const { route, ok, notModified } of servedRoutes()) {
        const before = previousStats.get(route)
        this.inc({ method: 'GET', route, status: '2xx' }, ok - (before?.ok ?? 0))
        this.inc({ method: 'GET', route, status: '3xx' }, notModified - (before?.notModified ?? 0))
        previousStats.set(route, { route, ok, notModified })
      }
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    // Requests of server-side rendering are part of the page's response.
    if (isInternalCall(request)) return
    const route = getRoutePattern(request)
    const method = METHODS.has(request.method) ? request.method : 'other'
    requests.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` })
    seconds.observe({ method, route }, reply.elapsedTime / 1000)
  })
}

function registerCacheMetrics(registers: Registry[], { caches }: MetricsDeps): void {
  new Counter({
    name: 'capstan_cache_lookups_total',
    help: 'Cache lookups. responses: complete responses to anonymous requests; reads: results of public reads.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [cache, { stats }] of Object.entries(caches)) {
        this.inc({ cache, result: 'hit' }, stats.hits)
        this.inc({ cache, result: 'miss' }, stats.misses)
      }
    },
  })
}

interface GaugeDefinition {
  name: string
  help: string
  read(): number | Promise<number>
}

function getGaugeDefinitions(deps: MetricsDeps): GaugeDefinition[] {
  const { getBackupAgeMs } = deps
  return [
    {
      name: 'capstan_mail_pending',
      help: 'E-mails in the outbox that are still to be sent.',
      read: async () => (await deps.countOutbox()).pending,
    },
    {
      name: 'capstan_mail_oldest_seconds',
      help: 'Age of the oldest e-mail that is still to be sent; 0 if there is none.',
      read: async () => (await deps.countOutbox()).oldestAgeSeconds,
    },
    {
      name: 'capstan_mail_failed',
      help: 'E-mails of the last 30 days that were not delivered within three days.',
      read: async () => (await deps.countOutbox()).failed,
    },
    { name: 'capstan_enquiries', help: 'Enquiries stored.', read: deps.countEnquiries },
    {
      name: 'capstan_pictures_in_progress',
      help: 'Picture operations that are running or queued.',
      read: deps.countPendingPictures,
    },
    {
      name: 'capstan_database_bytes',
      help: 'Size of the database with its write-ahead log.',
      read: deps.databaseBytes,
    },
    {
      name: 'capstan_disk_free_bytes',
      help: 'Free space on the disk of the data folder.',
      read: async () => {
        const { bavail, bsize } = await statfs(deps.dataDir)
        return bavail * bsize
      },
    },
    ...(getBackupAgeMs
      ? [
          {
            name: 'capstan_backup_age_seconds',
            help: 'Time since the newest nightly backup; since the start of the site if there is none.',
            read: () => getBackupAgeMs() / 1000,
          },
        ]
      : []),
  ]
}
