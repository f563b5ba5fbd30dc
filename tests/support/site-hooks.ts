import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Role } from '#contracts/account/role.ts'
import type { TableName } from '#server/database/tables.ts'
import type { SiteFetch } from './http-client.ts'
import { startSite, type TestSite } from './site.ts'

/**
 * Starts a site before the first test of a file, with a session of this role, and closes it after the last one. Both can be
 * used in tests and hooks, but not while the file is loaded.
 */
export function startSiteOnce(
  role: Role,
  ...options: Parameters<typeof startSite>
): { site: TestSite; staff: SiteFetch } {
  let started: TestSite
  let session: SiteFetch
  beforeAll(async () => {
    started = await startSite(...options)
    session = await started.signIn(role)
  })
  afterAll(() => started.close())
  const site: TestSite = {
    get url() {
      return started.url
    },
    get dataDir() {
      return started.dataDir
    },
    get environment() {
      return started.environment
    },
    get db() {
      return started.db
    },
    get app() {
      return started.app
    },
    fetch: (path, init) => started.fetch(path, init),
    signIn: (other) => started.signIn(other),
    advanceClock: (minutes) => started.advanceClock(minutes),
    close: () => started.close(),
  }
  return { site, staff: (path, init) => session(path, init) }
}

/**
 * Does the same for tests that each need these tables empty; starting a site for each would take longer than the tests. After
 * a test the clock is back.
 */
export function startEmptiedSite(
  tables: readonly TableName[],
  onTest: (site: TestSite) => unknown,
  ...options: Parameters<typeof startSite>
): void {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite(...options)
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    for (const table of tables) await site.db.deleteFrom(table).execute()
    let minutesAhead = 0
    const advanceClock = (minutes: number) => {
      minutesAhead += minutes
      site.advanceClock(minutes)
    }
    await onTest({ ...site, advanceClock })
    return () => site.advanceClock(-minutesAhead)
  })
}

/** Options of a site that believes the headers of `fromNewNetwork`. */
export const BEHIND_PROXY = { TRUST_PROXY: '1', PUBLIC_URL: 'http://works.example' }

/** Returns a site as visitors of a network reach it. */
export const fromNetwork = (site: TestSite, network: string): TestSite => ({
  ...site,
  fetch: (path, init) =>
    site.fetch(path, { ...init, headers: { 'x-forwarded-for': network, ...init?.headers } }),
})

let networkCount = 0
/** Returns a site as visitors of a network of their own reach it, because requests of one network are limited. */
export function fromNewNetwork(site: TestSite): TestSite {
  networkCount++
  return fromNetwork(site, `10.${(networkCount >> 8) & 255}.${networkCount & 255}.1`)
}
