import type { FastifyInstance } from 'fastify'
import type { Problem } from '#contracts/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { createReadinessProbe, type ReadinessCheck } from './readiness.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Replaces the response of @fastify/under-pressure to an overloaded server. Without a result, the request is served. */
    pressureHandler?: () => void
  }
}

const LOCK_TIMEOUT_MS = 1500

export interface HealthDeps {
  /** The nightly backups. Undefined: there are none. */
  backupFolder: { getAgeMs(): number; isOverdue(): boolean } | undefined
  /** Rejects if pictures cannot be stored. */
  checkMediaStorage(): Promise<void>
  /** Reads through the connection that the site uses. Rejects if that fails. */
  readDatabase(): Promise<unknown>
  /** Writes and rolls back. Rejects if that fails or takes longer. */
  writeDatabase(timeoutMs: number): Promise<void>
}

/** /healthz: the process responds. /readyz: it can also read and write its data (decision 0127). */
export async function healthRoutes(app: FastifyInstance, deps: HealthDeps): Promise<void> {
  const findFailingChecks = createReadinessProbe(createReadinessChecks(deps), (failing, error) => {
    if (failing.length === 0) app.log.info('ready again')
    else app.log.warn({ failing: failing.map(({ name }) => name), err: error }, 'not ready')
  })
  const route = createRouter(app)

  route(
    'GET /healthz',
    { permission: 'public', config: { pressureHandler: () => undefined } },
    (_request, reply) => {
      reply.headers(NO_STORE_HEADERS)
      return 'ok'
    },
  )

  route('GET /readyz', { permission: 'public' }, async (_request, reply) => {
    reply.headers(NO_STORE_HEADERS)
    const failing = app.isDraining() ? [SHUTTING_DOWN] : await findFailingChecks()
    if (failing.length === 0) return describeReady(deps)
    reply.code(503).header('retry-after', '5').type('application/json; charset=utf-8')
    return toProblem(failing)
  })
}

/** An old backup does not make the site unready: it is reported to whoever reads more than the status. */
function describeReady({ backupFolder }: HealthDeps): string {
  if (!backupFolder) return 'ready'
  const hours = Math.floor(backupFolder.getAgeMs() / 3_600_000)
  return `ready\nhours since the newest backup: ${hours}${backupFolder.isOverdue() ? ' (too old)' : ''}`
}

const NO_STORE_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=utf-8',
  'x-robots-tag': 'noindex',
}

const SHUTTING_DOWN = { name: 'process', failureMessage: 'the site is shutting down' }

function toProblem(failing: Pick<ReadinessCheck, 'name' | 'failureMessage'>[]): string {
  const problem: Problem = {
    message: `Not ready: ${failing.map(({ failureMessage }) => failureMessage).join(', ')}.`,
    type: 'not-ready',
    status: 503,
    errors: failing.map(({ name, failureMessage }) => ({ field: name, message: failureMessage })),
  }
  return JSON.stringify(problem)
}

function createReadinessChecks({
  checkMediaStorage,
  readDatabase,
  writeDatabase,
}: HealthDeps): ReadinessCheck[] {
  return [
    {
      name: 'database.read',
      failureMessage: 'the database cannot be read',
      check: async () => void (await readDatabase()),
    },
    {
      name: 'database.write',
      failureMessage: 'the database cannot be written',
      check: () => writeDatabase(LOCK_TIMEOUT_MS),
    },
    {
      name: 'media',
      failureMessage: 'pictures cannot be stored',
      check: checkMediaStorage,
    },
  ]
}
