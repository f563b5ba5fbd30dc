import type { FastifyInstance } from 'fastify'
import { startJobs } from './background-jobs.ts'
import type { Config } from './config.ts'
import { createServer } from './create-server.ts'
import type { Database } from './database/db.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { registerNetworkTurns } from './kernel/http/rate-limit.ts'
import { type Scheduler, systemScheduler } from './kernel/scheduler.ts'
import { registerProxyWarning } from './operations/proxy-warning.ts'
import type { Frontend } from './pages/frontend.ts'
import { registerModules } from './register-modules.ts'
import { registerPlugins } from './register-plugins.ts'
import { createServices } from './services.ts'

const MAX_EVENT_LOOP_DELAY_MS = 2000

export interface AppDeps {
  config: Config
  database: Database
  /** Opens the two front ends for this server. Undefined: the server has an API and no pages. */
  openFrontend?: ((app: FastifyInstance) => Promise<Frontend>) | undefined
  clock?: Clock
  timer?: Scheduler
  /** Requests are refused with 503 while the event loop is delayed by more than this on average. 0: they never are. */
  maxEventLoopDelayMs?: number
}

/**
 * Builds the server, which does not listen yet. The order matters: hooks apply to the routes that are registered after
 * them, and closing runs in reverse, so that jobs end before the services that they use.
 */
export async function buildApp({
  config,
  database,
  openFrontend,
  clock = systemClock,
  timer: schedule = systemScheduler,
  maxEventLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS,
}: AppDeps): Promise<FastifyInstance> {
  const { app, responseCache } = createServer(config)
  await registerPlugins(app, { publicUrl: config.publicUrl, maxEventLoopDelayMs })
  registerNetworkTurns(app)
  if (config.proxies === 0) registerProxyWarning(app, clock)
  const services = await createServices(app, { config, database, responseCache, clock, schedule })
  await registerModules(app, { ...services, config, database, openFrontend })
  startJobs(app, { ...services, config })
  return app
}
