import { setTimeout as pause } from 'node:timers/promises'
import { type ApiCall, measureApi } from './api.ts'
import { type PageWeight, type WeighedPage, weighPages } from './client.ts'
import type { Compared } from './compare.ts'
import { DEMO_SIZE, dataFolder, largeFolder, removeOutdated, workingCopy } from './data.ts'
import { type Feel, measureFeel } from './feel.ts'
import { type Growth, type GrowthEffort, measureGrowth } from './growth.ts'
import { type LighthouseFigures, measureLighthouse } from './lighthouse.ts'
import { measureUpload, memoryAfterLoad, type Uploaded } from './memory.ts'
import { measureCachedPages, measureUncached, type PublicPage, publicPages, type Repeats } from './pages.ts'
import { onPostgres } from './postgres.ts'
import { type Site, withSite } from './site.ts'
import { type Step, steps } from './step.ts'
import { yardstick } from './yardstick.ts'

/** Beyond this a copy takes longer than it is worth: searches leave nothing behind but their misses. */
const LARGEST_COPIED = 100_000

/** How much is done: all of it, or what fits into three minutes. */
export interface Effort extends GrowthEffort {
  sizes: number[]
  lighthouseRuns: number
  /** Items of the catalogue that somebody goes about in; nobody does in a quick run. */
  feltItems?: number
  /** Items of a catalogue on PostgreSQL; none in a quick run. */
  postgresItems?: number
  /** Of one load run. */
  loadSeconds: number
  idleMs: number
  /** Requests for each uncached page: so many for warming up, and so many that count. */
  uncached: Repeats
}
export const FULL: Effort = {
  sizes: [DEMO_SIZE, 2600, 100_000, 1_000_000],
  lighthouseRuns: 5,
  feltItems: 100_000,
  postgresItems: 100_000,
  loadSeconds: 4,
  idleMs: 10_000,
  uncached: { warmUp: 1000, times: 200 },
  starts: 5,
  searches: 400,
  boundMs: 40_000,
}
export const QUICK: Effort = {
  sizes: [DEMO_SIZE, 2600],
  lighthouseRuns: 1,
  loadSeconds: 1,
  idleMs: 3000,
  uncached: { warmUp: 200, times: 80 },
  starts: 3,
  searches: 400,
  boundMs: 4000,
}

/** What could be measured; what failed is missing and stands in `failures`. */
export interface Measured {
  weights?: Record<WeighedPage, PageWeight>
  lighthouse?: Record<PublicPage, LighthouseFigures>
  feel?: Feel
  memoryIdleMb?: number
  uncachedMs?: Record<PublicPage, number>
  cached?: Record<PublicPage, Compared>
  api?: Record<ApiCall, Compared>
  memoryLoadedMb?: number
  upload?: Uploaded
  growth: Growth[]
  failures: string[]
  /** How fast the machine was at the beginning and after every large part, in milliseconds (yardstick.ts). */
  yardsticks: number[]
}

/** Measures everything in turn, one line of progress each. What fails is noted, and the rest goes on. */
export async function measureAll(effort: Effort): Promise<Measured> {
  const measured: Measured = { growth: [], failures: [], yardsticks: [yardstick()] }
  const step = steps(measured.failures)
  const holdYardstick = () => measured.yardsticks.push(yardstick())
  await step('data folder', async () => {
    removeOutdated()
    await dataFolder(DEMO_SIZE)
  })
  await withSite({ dataDir: await workingCopy(DEMO_SIZE) }, (site) =>
    measureServing(site, measured, effort, step),
  )
  holdYardstick()
  await withSite({ dataDir: await workingCopy(DEMO_SIZE) }, async ({ url }) => {
    await step('bytes of every page', async () => {
      measured.weights = await weighPages(url)
    })
    await step('Lighthouse', async () => {
      measured.lighthouse = await measureLighthouse(url, effort.lighthouseRuns)
    })
  })
  holdYardstick()
  const { feltItems } = effort
  if (feltItems !== undefined) {
    await step('what a visitor feels', async () => {
      const dataDir = await workingCopy(feltItems)
      await withSite({ dataDir }, async ({ url }) => {
        measured.feel = await measureFeel(url)
      })
    })
    holdYardstick()
  }
  for (const items of effort.sizes) {
    await step(`${items.toLocaleString('en')} items`, async () => {
      const dataDir = items > LARGEST_COPIED ? await largeFolder(items) : await workingCopy(items)
      measured.growth.push(await measureGrowth({ dataDir }, items, effort, step))
    })
    holdYardstick()
  }
  const { postgresItems } = effort
  if (postgresItems !== undefined) {
    await step(`${postgresItems.toLocaleString('en')} items on PostgreSQL`, async () => {
      const dataDir = await workingCopy(postgresItems)
      await onPostgres(dataDir, async (databaseUrl) => {
        measured.growth.push(await measureGrowth({ dataDir, databaseUrl }, postgresItems, effort, step))
      })
    })
    holdYardstick()
  }
  return measured
}

/** One site through its day, since memory depends on what has happened: idle, under load, then six large photographs. */
async function measureServing(site: Site, measured: Measured, effort: Effort, step: Step): Promise<void> {
  const { url } = site
  await step('memory, idle', async () => {
    await pause(effort.idleMs)
    measured.memoryIdleMb = site.memoryMb()
  })
  await step('uncached pages', async () => {
    const pages = await publicPages(url)
    measured.uncachedMs = {
      landing: await measureUncached(url, pages.landing, effort.uncached),
      catalogue: await measureUncached(url, pages.catalogue, effort.uncached),
      details: await measureUncached(url, pages.details, effort.uncached),
    }
  })
  await step('cached pages beside a bare server', async () => {
    measured.cached = await measureCachedPages(url, effort.loadSeconds)
  })
  await step('API and pictures beside a bare server', async () => {
    measured.api = await measureApi(url, effort.loadSeconds)
  })
  await step('memory, after load', async () => {
    measured.memoryLoadedMb = await memoryAfterLoad(site)
  })
  await step('six large photographs', async () => {
    measured.upload = await measureUpload(site)
    const { turnedAway, reason } = measured.upload
    if (turnedAway > 0) throw new Error(`${turnedAway} others were turned away: ${reason}`)
  })
}
