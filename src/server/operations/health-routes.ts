import type { Problem } from '#contracts/problem.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Need, openReadiness } from './readiness.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by @fastify/under-pressure; one that answers nothing lets the request pass. */
    pressureHandler?: () => void
  }
}

const LOCK_PATIENCE_MS = 1500

export interface HealthParts {
  /** Whether the site answers what was asked, and is then gone. */
  isEnding(): boolean
  /** Rejects when pictures cannot be stored. */
  storePictures(): Promise<void>
  /** Reads something through the connection that the site itself reads through. */
  readDatabase(): Promise<unknown>
  /** Writes something and takes it back; rejects when that fails, or takes longer. */
  writeDatabase(patienceMs: number): Promise<void>
}

/** For whoever watches the site: whether the process answers, and whether it can do its work (decision 0127). */
export async function healthRoutes(app: Api, parts: HealthParts): Promise<void> {
  const failingNow = openReadiness(needsOf(parts), (failing, error) => {
    if (failing.length === 0) app.log.info('ready again')
    else app.log.warn({ failing: failing.map(({ name }) => name), err: error }, 'not ready')
  })
  const schema = { hide: true }

  app.get('/healthz', { schema, config: { pressureHandler: () => undefined } }, async (_request, reply) => {
    reply.headers(FOR_NOBODYS_CACHE)
    return 'ok'
  })

  app.get('/readyz', { schema }, async (_request, reply) => {
    reply.headers(FOR_NOBODYS_CACHE)
    const failing = parts.isEnding() ? [ENDING] : await failingNow()
    if (failing.length === 0) return 'ready'
    return reply
      .code(503)
      .header('retry-after', '5')
      .type('application/json; charset=utf-8')
      .send(problemOf(failing))
  })
}

const FOR_NOBODYS_CACHE = {
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=utf-8',
  'x-robots-tag': 'noindex',
}

const ENDING = { name: 'process', failing: 'the site is being stopped' }

function problemOf(failing: Pick<Need, 'name' | 'failing'>[]): string {
  const problem: Problem = {
    message: `Not ready: ${failing.map((need) => need.failing).join(', ')}.`,
    type: 'not-ready',
    status: 503,
    errors: failing.map((need) => ({ field: need.name, message: need.failing })),
  }
  return JSON.stringify(problem)
}

function needsOf({ storePictures, readDatabase, writeDatabase }: HealthParts): Need[] {
  return [
    {
      name: 'database.read',
      failing: 'the database cannot be read',
      check: async () => void (await readDatabase()),
    },
    {
      name: 'database.write',
      failing: 'the database cannot be written',
      check: () => writeDatabase(LOCK_PATIENCE_MS),
    },
    {
      name: 'media',
      failing: 'pictures cannot be stored',
      check: storePictures,
    },
  ]
}
