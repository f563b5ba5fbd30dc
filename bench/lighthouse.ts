import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts'
import { getPublicPages, type PublicPage } from './pages.ts'
import { median } from './statistics.ts'

const FOLDER = join(import.meta.dirname, 'lighthouse')
const CLI = join(FOLDER, 'node_modules/lighthouse/cli/index.js')
const REPORT_BYTES = 64_000_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const TIMING_AUDITS = {
  firstPaintMs: 'first-contentful-paint',
  largestPaintMs: 'largest-contentful-paint',
  blockedMs: 'total-blocking-time',
  layoutShift: 'cumulative-layout-shift',
} as const

type Score = (typeof CATEGORIES)[number]
/** Scores from 0 to 100, and the metrics of the first one. */
export type LighthouseMetrics = Record<Score | keyof typeof TIMING_AUDITS, number>

/** Returns the median of several runs for every public page, with Lighthouse's simulation of a phone on a slow network. */
export async function measureLighthouse(
  url: string,
  runs: number,
): Promise<Record<PublicPage, LighthouseMetrics>> {
  installLighthouse()
  const pages = await getPublicPages(url)
  return {
    landing: await measurePage(url + pages.landing, runs),
    catalogue: await measurePage(url + pages.catalogue, runs),
    details: await measurePage(url + pages.details, runs),
  }
}

/** Lighthouse and its 84 packages are installed in a folder of their own because the site does not need them. */
function installLighthouse(): void {
  if (existsSync(CLI)) return
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) throw new Error('Lighthouse could not be installed; it comes from the npm registry.')
}

async function measurePage(address: string, runs: number): Promise<LighthouseMetrics> {
  const measured: LighthouseMetrics[] = []
  for (let run = 0; run < runs; run++) measured.push(await runLighthouse(address))
  const names = Object.keys(measured[0]!) as (keyof LighthouseMetrics)[]
  const medians = names.map((name) => [name, median(measured.map((metrics) => metrics[name]))])
  return Object.fromEntries(medians) as LighthouseMetrics
}

/** Chromium sometimes loses the trace of a run; Lighthouse then asks for another run. */
async function runLighthouse(address: string, attempts = 3): Promise<LighthouseMetrics> {
  try {
    return await runOnce(address)
  } catch (error) {
    if (attempts === 1) throw error
    return runLighthouse(address, attempts - 1)
  }
}

async function runOnce(address: string): Promise<LighthouseMetrics> {
  const args = [
    address,
    '--quiet',
    '--output=json',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${CHROMIUM_FLAGS.join(' ')}`,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], {
    maxBuffer: REPORT_BYTES,
    env: { ...process.env, CHROME_PATH: chromiumPath() },
  })
  return readReport(JSON.parse(stdout) as Report)
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
  runtimeError?: { message: string }
}

/** Throws if the page could not be measured. */
function readReport({ categories, audits, runtimeError }: Report): LighthouseMetrics {
  if (runtimeError) throw new Error(`Lighthouse measured nothing: ${runtimeError.message}`)
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? Number.NaN) * 100)])
  const times = Object.entries(TIMING_AUDITS).map(([name, audit]) => [
    name,
    audits[audit]?.numericValue ?? Number.NaN,
  ])
  return Object.fromEntries([...scores, ...times]) as LighthouseMetrics
}
