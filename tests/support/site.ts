import { mkdtemp, rm } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import type { Role } from '#contracts/account/account.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { buildApp } from '#server/app.ts'
import { rebuildDerivedDataIfOutdated } from '#server/catalogue/search/store-derived-data.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Scheduler } from '#server/kernel/scheduler.ts'
import { openProductionFrontend } from '#server/pages/production-frontend.ts'
import { jsonBody } from './http-client.ts'
import { createDatabase } from './postgres/postgres.ts'
import { COMPILE_CACHE_DIR, PROJECT } from './project.ts'

/** A complete site with a port and data folder of its own, without demo data: real HTTP, real database, real files. */
export interface TestSite {
  url: string
  dataDir: string
  /** The environment variables with which a command finds this data. */
  environment: Record<string, string>
  db: Db
  app: FastifyInstance
  /** Sends a request without a cookie. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Creates an account with this role, signs it in, and returns a `fetch` with its cookie. */
  signIn(role?: Role): Promise<(path: string, init?: RequestInit) => Promise<Response>>
  /** Advances the server's clock. */
  advanceClock(minutes: number): void
  close(): Promise<void>
}

// The child processes of a site inherit it; without, each compiles 500 modules again.
enableCompileCache(COMPILE_CACHE_DIR)

const PASSWORD = 'a password for tests'
/** Hashed cheaply: a sign-in costs as much as the hash that it verifies, and those of the program are slow by design. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1 })

/** Starts a site. `pages`: with the built front ends in dist/. `timer`: replaces the scheduler. */
export async function startSite(
  environment: Record<string, string> = {},
  { pages = false, timer }: { pages?: boolean; timer?: Scheduler } = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'capstan-test-'))
  const storageSettings = await getDatabaseSettings(environment.DATA_DIR ?? dataDir)
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    AVIF: 'off',
    ...storageSettings,
    ...environment,
  })
  const database = await openDatabase(config)
  const { db } = database
  // As every start does; otherwise a job does so beside the test.
  await rebuildDerivedDataIfOutdated(db)
  let clockOffsetMs = 0
  const clock = () => new Date(Date.now() + clockOffsetMs)
  const openFrontend = () => openProductionFrontend(join(PROJECT, 'dist'))
  const app = await buildApp({
    config,
    database,
    clock,
    ...(timer && { timer }),
    // The event loop is that of the tests as well: their own delays would fail requests.
    maxEventLoopDelayMs: 0,
    ...(pages && { openFrontend }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const request = (path: string, init?: RequestInit) =>
    fetch(new URL(path, url), { redirect: 'manual', ...init })
  let accountCount = 0
  return {
    url,
    dataDir,
    environment: { DATA_DIR: dataDir, ...storageSettings },
    db,
    app,
    fetch: request,
    async signIn(role = 'owner') {
      const email = `${role}${++accountCount}@test.example`
      const account = { email, role, passwordHash: await passwordHash, at: new Date().toISOString() }
      await inTransaction(db, (tx) => insertAccount(tx, account))
      const reply = await request('/api/auth/login', jsonBody('POST', { email, password: PASSWORD }))
      const cookie = reply.headers.getSetCookie()[0]!.split(';')[0]!
      return (path, init) => request(path, { ...init, headers: { ...init?.headers, cookie } })
    },
    advanceClock: (minutes) => {
      clockOffsetMs += minutes * 60_000
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const databaseUrls = new Map<string, Promise<string>>()

/** Returns the database of a data folder on PostgreSQL, so that a restarted site finds its data. */
async function getDatabaseSettings(folder: string): Promise<{ DATABASE_URL?: string }> {
  const { TEST_DATABASE } = process.env
  if (!TEST_DATABASE) return {}
  const address = databaseUrls.get(folder) ?? createDatabase(TEST_DATABASE)
  databaseUrls.set(folder, address)
  return { DATABASE_URL: await address }
}
