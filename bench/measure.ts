import { setTimeout as pause } from 'node:timers/promises'
import { type ApiCall, measureApi } from './api.ts'
import type { Comparison } from './compare.ts'
import {
  createWorkingCopy,
  DEMO_SIZE,
  prepareDataFolder,
  prepareLargeFolder,
  removeOutdatedFolders,
} from './data-folders.ts'
import { type InteractionLatency, measureInteractionLatency } from './interaction-latency.ts'
import { type LighthouseMetrics, measureLighthouse } from './lighthouse.ts'
import { calibrateMachine } from './machine-calibration.ts'
import { measureMemoryAfterLoad, measureUpload, type UploadResult } from './memory.ts'
import { type MeasuredPage, measurePageWeights, type PageWeight } from './page-weight.ts'
import {
  getPublicPages,
  measureCachedPages,
  measureUncached,
  type PublicPage,
  type RepeatOptions,
} from './pages.ts'
import { withPostgres } from './postgres.ts'
import { measureScaling, type ScalingOptions, type ScalingResult } from './scaling.ts'
import { type Site, withSite } from './site.ts'
import { createStepRunner, type StepRunner } from './steps.ts'

/** Beyond this a copy takes longer than it is worth: searches leave nothing behind but their misses. */
const MAX_COPIED_ITEMS = 100_000

/** How much is done: all of it, or what fits into three minutes. */
export interface BenchmarkOptions extends ScalingOptions {
  sizes: number[]
  lighthouseRuns: number
  /** Items of the catalogue that somebody goes about in; nobody does in a quick run. */
  interactionItems?: number
  /** Items of a catalogue on PostgreSQL; none in a quick run. */
  postgresItems?: number
  /** Of one load run. */
  loadSeconds: number
  idleMs: number
  /** Requests for each uncached page: so many for warming up, and so many that count. */
  uncached: RepeatOptions
}
export const FULL_RUN: BenchmarkOptions = {
  sizes: [DEMO_SIZE, 2600, 100_000, 1_000_000],
  lighthouseRuns: 5,
  interactionItems: 100_000,
  postgresItems: 100_000,
  loadSeconds: 4,
  idleMs: 10_000,
  uncached: { warmUp: 1000, times: 200 },
  starts: 5,
  searches: 400,
  timeLimitMs: 40_000,
}
export const QUICK_RUN: BenchmarkOptions = {
  sizes: [DEMO_SIZE, 2600],
  lighthouseRuns: 1,
  loadSeconds: 1,
  idleMs: 3000,
  uncached: { warmUp: 200, times: 80 },
  starts: 3,
  searches: 400,
  timeLimitMs: 4000,
}

/** What could be measured; what failed is missing and stands in `failures`. */
export interface Measurements {
  weights?: Record<MeasuredPage, PageWeight>
  lighthouse?: Record<PublicPage, LighthouseMetrics>
  interactionLatency?: InteractionLatency
  memoryIdleMb?: number
  uncachedMs?: Record<PublicPage, number>
  cached?: Record<PublicPage, Comparison>
  api?: Record<ApiCall, Comparison>
  memoryLoadedMb?: number
  upload?: UploadResult
  scaling: ScalingResult[]
  failures: string[]
  /** How fast the machine was at the beginning and after every large part, in milliseconds (yardstick.ts). */
  calibrationsMs: number[]
}

/** Measures everything in turn, one line of progress each. What fails is noted, and the rest goes on. */
export async function measureAll(options: BenchmarkOptions): Promise<Measurements> {
  const measured: Measurements = { scaling: [], failures: [], calibrationsMs: [calibrateMachine()] }
  const step = createStepRunner(measured.failures)
  const recordCalibration = () => measured.calibrationsMs.push(calibrateMachine())
  await step('data folder', async () => {
    removeOutdatedFolders()
    await prepareDataFolder(DEMO_SIZE)
  })
  await withSite({ dataDir: await createWorkingCopy(DEMO_SIZE) }, (site) =>
    measureServer(site, measured, options, step),
  )
  recordCalibration()
  await withSite({ dataDir: await createWorkingCopy(DEMO_SIZE) }, async ({ url }) => {
    await step('bytes of every page', async () => {
      measured.weights = await measurePageWeights(url)
    })
    await step('Lighthouse', async () => {
      measured.lighthouse = await measureLighthouse(url, options.lighthouseRuns)
    })
  })
  recordCalibration()
  const { interactionItems } = options
  if (interactionItems !== undefined) {
    await step('what a visitor feels', async () => {
      const dataDir = await createWorkingCopy(interactionItems)
      await withSite({ dataDir }, async ({ url }) => {
        measured.interactionLatency = await measureInteractionLatency(url)
      })
    })
    recordCalibration()
  }
  for (const items of options.sizes) {
    await step(`${items.toLocaleString('en')} items`, async () => {
      const dataDir =
        items > MAX_COPIED_ITEMS ? await prepareLargeFolder(items) : await createWorkingCopy(items)
      measured.scaling.push(await measureScaling({ dataDir }, items, options, step))
    })
    recordCalibration()
  }
  const { postgresItems } = options
  if (postgresItems !== undefined) {
    await step(`${postgresItems.toLocaleString('en')} items on PostgreSQL`, async () => {
      const dataDir = await createWorkingCopy(postgresItems)
      await withPostgres(dataDir, async (databaseUrl) => {
        measured.scaling.push(await measureScaling({ dataDir, databaseUrl }, postgresItems, options, step))
      })
    })
    recordCalibration()
  }
  return measured
}

/** One site through its day, since memory depends on what has happened: idle, under load, then six large photographs. */
async function measureServer(
  site: Site,
  measured: Measurements,
  options: BenchmarkOptions,
  step: StepRunner,
): Promise<void> {
  const { url } = site
  await step('memory, idle', async () => {
    await pause(options.idleMs)
    measured.memoryIdleMb = site.memoryMb()
  })
  await step('uncached pages', async () => {
    const pages = await getPublicPages(url)
    measured.uncachedMs = {
      landing: await measureUncached(url, pages.landing, options.uncached),
      catalogue: await measureUncached(url, pages.catalogue, options.uncached),
      details: await measureUncached(url, pages.details, options.uncached),
    }
  })
  await step('cached pages beside a bare server', async () => {
    measured.cached = await measureCachedPages(url, options.loadSeconds)
  })
  await step('API and pictures beside a bare server', async () => {
    measured.api = await measureApi(url, options.loadSeconds)
  })
  await step('memory, after load', async () => {
    measured.memoryLoadedMb = await measureMemoryAfterLoad(site)
  })
  await step('six large photographs', async () => {
    measured.upload = await measureUpload(site)
    const { rejectedCount, reason } = measured.upload
    if (rejectedCount > 0) throw new Error(`${rejectedCount} others were turned away: ${reason}`)
  })
}
