import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './server/app.ts'
import { rebuildDerivedDataIfOutdated } from './server/catalogue/search/store-derived-data.ts'
import { readConfig } from './server/config.ts'
import { openDatabase } from './server/database/open.ts'
import { isCorruption } from './server/kernel/http/storage-error.ts'
import { openProductionFrontend } from './server/pages/production-frontend.ts'
import { addFirstAdmin, type FirstAdmin, seedNewSite } from './server/setup/bootstrap.ts'
import { getStartupSummary } from './server/setup/startup-summary.ts'

const PROJECT = join(import.meta.dirname, '..')
/** Applies to the running site. During the start, another process may hold locks longer while it prepares the database. */
const LOCK_TIMEOUT_MS = 2000
const PARENT_CHECK_INTERVAL_MS = 1000
const DRAIN_TIMEOUT_MS = 10_000
/** During this time, responses ask proxies to close idle connections, on which a write may just have been sent. */
const PRE_CLOSE_DELAY_MS = 500
/** The compile cache is saved early, in case this process is killed. */
const COMPILE_CACHE_FLUSH_DELAY_MS = 5000

try {
  await main()
} catch (error) {
  console.error(getStartupErrorMessage(error))
  process.exit(1)
}

/** Opens the database, builds the app, listens, and closes everything on a signal. */
async function main(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config)
  const { db } = database
  await rebuildDerivedDataIfOutdated(db)
  await seedNewSite({ config, db, demoFolder: join(PROJECT, 'demo') })
  await database.setLockTimeout(LOCK_TIMEOUT_MS)
  const openFrontend = process.argv.includes('--dev')
    ? async (app: FastifyInstance) =>
        (await import('./server/pages/vite-frontend.ts')).openViteFrontend(PROJECT, app)
    : () => openProductionFrontend(join(PROJECT, 'dist'))
  const app = await buildApp({ config, database, openFrontend })
  await app.listen({ host: config.host, port: config.port })
  stopOnSignal(async () => {
    app.drain()
    if (config.proxies > 0) await sleep(PRE_CLOSE_DELAY_MS)
    await app.close()
    await database.close()
  })
  setTimeout(flushCompileCache, COMPILE_CACHE_FLUSH_DELAY_MS).unref()
  const firstAdmin = await addFirstAdmin(config, db)
  console.log(
    formatStartupMessage(
      config.publicUrl ?? app.listeningOrigin,
      firstAdmin,
      await getStartupSummary(config, db, PROJECT),
    ),
  )
}

/**
 * SIGTERM and Ctrl+C finish the pending requests first. A second signal, or ten seconds, end the process immediately.
 * The same happens when npm ends: the shell between npm and this process does not pass signals on.
 */
function stopOnSignal(close: () => Promise<void>): void {
  const stop = () => {
    setTimeout(() => process.exit(1), DRAIN_TIMEOUT_MS).unref()
    close().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  if (process.env.npm_lifecycle_event === 'start') onParentExit(stop)
}

/** Calls `listener` once within a second after the parent process has ended. */
function onParentExit(listener: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    listener()
  }, PARENT_CHECK_INTERVAL_MS)
  timer.unref()
}

function formatStartupMessage(address: string, firstAdmin: FirstAdmin | undefined, summary: string): string {
  const password = firstAdmin?.password
    ? `password  ${firstAdmin.password}  (shown this once)`
    : 'the password from ADMIN_PASSWORD'
  const signIn = firstAdmin
    ? `Sign in under 'Admin Access' at the foot of the page:\n  e-mail    ${firstAdmin.email}\n  ${password}`
    : "Sign in under 'Admin Access' at the foot of the page. Forgot the password? npm run admin -- reset EMAIL"
  return `\nCapstan is ready at ${address}\n${signIn}\n\n${summary}\n`
}

/** Returns the message for an error at the start. */
function getStartupErrorMessage(error: unknown): unknown {
  if (isCorruption(error))
    return `The database in DATA_DIR is damaged (${error.message}). Restore a backup: npm run restore -- FILE --force`
  return error instanceof Error ? error.message : error
}
