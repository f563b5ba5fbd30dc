import type { FastifyInstance } from 'fastify'
import type { Config, MetricsSettings } from './config.ts'
import type { Database } from './database/db.ts'
import { countOutbox } from './mail/store.ts'
import { metricsRoutes } from './operations/metrics-routes.ts'
import { countAllEnquiries } from './sales/enquiries/store-lists.ts'
import type { Services } from './services.ts'

interface MetricsSourceDeps extends Services {
  config: Config
  database: Database
}

/**
 * Serves the metrics, which read the services and the tables of several modules. To be called only if metrics are
 * configured: it loads the metrics library, which costs memory and start-up time.
 */
export async function registerMetrics(
  app: FastifyInstance,
  deps: MetricsSourceDeps,
  settings: MetricsSettings,
): Promise<void> {
  const { config, database, db, clock, responseCache, publicReads, imageWorker, backupFolder } = deps
  const { createMetrics } = await import('./operations/metrics.ts')
  const metrics = createMetrics(app, {
    dataDir: config.dataDir,
    databaseBytes: database.getSizeInBytes,
    servedRoutes: () => responseCache.routeStats,
    caches: { responses: responseCache, reads: publicReads.cache },
    countOutbox: async () => {
      const { oldestAt, ...counts } = await countOutbox(db)
      const ageMs = oldestAt ? clock().getTime() - new Date(oldestAt).getTime() : 0
      return { ...counts, oldestAgeSeconds: ageMs / 1000 }
    },
    countEnquiries: () => countAllEnquiries(db),
    countPendingPictures: () => imageWorker.pendingCount,
    getBackupAgeMs: backupFolder?.getAgeMs,
  })
  metricsRoutes(app, metrics, settings)
}
