import { setTimeout as pause } from 'node:timers/promises'
import { type ApiCall, measureApi } from './api.ts'
import type { BackgroundResult } from './background-requests.ts'
import type { Comparison } from './compare.ts'
import {
  createWorkingCopy,
  DEMO_SIZE,
  prepareDataFolder,
  prepareLargeFolder,
  removeOutdatedFolders,
} from './data-folders.ts'
import { type ImportResult, measureImport } from './import.ts'
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

/** Above this size a data folder is not copied: searches write nothing. */
const MAX_COPIED_ITEMS = 100_000

/** The extent of a run: everything, or what fits into three minutes. */
export interface BenchmarkOptions extends ScalingOptions {
  sizes: number[]
  lighthouseRuns: number
  /** The number of items of the catalogue for interaction tests; none in a quick run. */
  interactionItems?: number
  /** The number of items of the catalogue on PostgreSQL; none in a quick run. */
  postgresItems?: number
  /** The duration of one load run. */
  loadSeconds: number
  idleMs: number
  /** The number of requests for each uncached page: first for warming up, then measured. */
  uncached: RepeatOptions
  /** The number of rows of the imported price list; none in a quick run. */
  importRows?: number
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
  importRows: 100_000,
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

/** All measurements. A failed one is missing and is listed in `failures`. */
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
  /** Imports with the data in a file and on PostgreSQL. */
  imports: { sqlite?: ImportResult; postgres?: ImportResult }
  scaling: ScalingResult[]
  failures: string[]
  /** The calibration time at the start and after every large part, in milliseconds (machine-calibration.ts). */
  calibrationsMs: number[]
}

/** Runs all measurements and prints one line per step. A failure is recorded and does not stop the run. */
export async function measureAll(options: BenchmarkOptions): Promise<Measurements> {
  const measured: Measurements = {
    imports: {},
    scaling: [],
    failures: [],
    calibrationsMs: [calibrateMachine()],
  }
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
    await step('interaction latency', async () => {
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
  const { importRows } = options
  if (importRows !== undefined) {
    await step(`import of ${importRows.toLocaleString('en')} rows`, async () => {
      const dataDir = await createWorkingCopy(DEMO_SIZE)
      measured.imports.sqlite = await withSite({ dataDir }, (site) => measureImport(site, importRows))
      expectNoRejection(measured.imports.sqlite.background)
    })
    recordCalibration()
    await step(`import of ${importRows.toLocaleString('en')} rows on PostgreSQL`, async () => {
      const dataDir = await createWorkingCopy(DEMO_SIZE)
      measured.imports.postgres = await withPostgres(dataDir, (databaseUrl) =>
        withSite({ dataDir, databaseUrl }, (site) => measureImport(site, importRows)),
      )
      expectNoRejection(measured.imports.postgres.background)
    })
    recordCalibration()
  }
  return measured
}

function expectNoRejection({ rejectedCount, reason }: BackgroundResult): void {
  if (rejectedCount > 0) throw new Error(`${rejectedCount} other requests were rejected: ${reason}`)
}

/** Measures one site idle, then under load, then with six large pictures, because memory depends on what happened before. */
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
    expectNoRejection(measured.upload.background)
  })
}
