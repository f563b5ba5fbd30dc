import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './server/app.ts'
import { deriveIfOutdated } from './server/catalogue/store-derived.ts'
import { readConfig } from './server/config.ts'
import { openDatabase } from './server/database/open.ts'
import { addFirstAdmin, type FirstAdmin, fillNewSite } from './server/first-start.ts'
import { isDamage } from './server/kernel/store-fault.ts'
import { openBuiltWeb } from './server/pages/built.ts'
import { startSummary } from './server/start-summary.ts'

const PROJECT = join(import.meta.dirname, '..')
/** Of who serves; at the start, another process may be preparing the same folder. */
const LOCK_PATIENCE_MS = 2000
const DRAIN_MS = 10_000
/** A proxy may have just sent a write on a connection that rests: it learns first that there will be no more. */
const LEAD_MS = 500
/** What was compiled is kept for the next start by then, even if this process is killed. */
const KEEP_COMPILED_MS = 5000

try {
  await main()
} catch (error) {
  console.error(startFault(error))
  process.exit(1)
}

/** Opens the data, joins server and web, listens, and closes in order when told to stop. */
async function main(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config)
  const { db } = database
  await deriveIfOutdated(db)
  await fillNewSite({ config, db, demoFolder: join(PROJECT, 'demo') })
  await database.limitWaiting(LOCK_PATIENCE_MS)
  const openWeb = process.argv.includes('--dev')
    ? async (app: FastifyInstance) => (await import('./server/pages/dev.ts')).openDevWeb(PROJECT, app)
    : () => openBuiltWeb(join(PROJECT, 'dist'))
  const app = await buildApp({ config, database, openWeb })
  await app.listen({ host: config.host, port: config.port })
  stopOnSignal(async () => {
    app.drain()
    if (config.proxies > 0) await sleep(LEAD_MS)
    await app.close()
    await database.close()
  })
  setTimeout(flushCompileCache, KEEP_COMPILED_MS).unref()
  const firstAdmin = await addFirstAdmin(config, db)
  console.log(
    welcome(config.publicUrl ?? app.listeningOrigin, firstAdmin, await startSummary(config, db, PROJECT)),
  )
}

/** SIGTERM and Ctrl+C finish the requests under way; a second signal, or ten seconds, end the process at once. */
function stopOnSignal(close: () => Promise<void>): void {
  const stop = () => {
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    close().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
}

function welcome(address: string, firstAdmin: FirstAdmin | undefined, summary: string): string {
  const password = firstAdmin?.password
    ? `password  ${firstAdmin.password}  (shown this once)`
    : 'the password from ADMIN_PASSWORD'
  const signIn = firstAdmin
    ? `Sign in under 'Admin Access' at the foot of the page:\n  e-mail    ${firstAdmin.email}\n  ${password}`
    : "Sign in under 'Admin Access' at the foot of the page. Forgot the password? npm run admin -- reset EMAIL"
  return `\nCapstan is ready at ${address}\n${signIn}\n\n${summary}\n`
}

/** Why the site does not start, for whoever started it. */
function startFault(error: unknown): unknown {
  if (isDamage(error))
    return `The database in DATA_DIR is damaged (${error.message}). Restore a back-up: npm run restore -- FILE --force`
  return error instanceof Error ? error.message : error
}
