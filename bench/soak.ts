import { setTimeout as pause } from 'node:timers/promises'
import { createWorkingCopy } from './data-folders.ts'
import { createRandom } from './part-generator.ts'
import { generateSearches, listTypedPrefixes } from './searches.ts'
import { type Site, withSite } from './site.ts'
import { median } from './statistics.ts'
import { createPhotos, signIn, uploadMachine } from './upload.ts'

/** Behind a proxy that names many networks, because the searches of one are limited. */
const SETTINGS = { PUBLIC_URL: 'http://www.works.example', TRUST_PROXY: '1' }

/*
 * `npm run soak -- [MINUTES]`: visitors and staff use a site for half an hour. Exits with 1 if the server returned a 5xx
 * status, or if memory or open files grew from the second quarter to the last.
 */

const MINUTES = Number(process.argv[2] ?? 30)
const ITEMS = 2600
const VISITORS = 16
const SAMPLE_INTERVAL_MS = 5000
const UPLOAD_INTERVAL_MS = 20_000
const EDIT_INTERVAL_MS = 3000
/** Allowed differences between two quarters of the run. */
const MAX_MEMORY_GROWTH = 0.1
const MAX_OPEN_FILES_GROWTH = 20

interface Sample {
  minute: number
  memoryMb: number
  files: number
}
interface RequestStats {
  succeeded: number
  rateLimited: number
  errors: string[]
}

await main()

async function main(): Promise<void> {
  const stats: RequestStats = { succeeded: 0, rateLimited: 0, errors: [] }
  const samples = await withSite({ dataDir: await createWorkingCopy(ITEMS), settings: SETTINGS }, (site) =>
    soak(site, stats),
  )
  const second = samples.slice(Math.floor(samples.length / 4), Math.floor(samples.length / 2))
  const last = samples.slice(-Math.ceil(samples.length / 4))
  printReport(samples, stats)
  const growthProblems = [
    ...describeGrowth(
      'Memory',
      second,
      last,
      ({ memoryMb }) => memoryMb,
      median(second.map((s) => s.memoryMb)) * MAX_MEMORY_GROWTH,
    ),
    ...describeGrowth('Open files', second, last, ({ files }) => files, MAX_OPEN_FILES_GROWTH),
  ]
  for (const problem of [...growthProblems, ...new Set(stats.errors)]) console.error(problem)
  process.exitCode = growthProblems.length > 0 || stats.errors.length > 0 ? 1 : 0
}

function describeGrowth(
  what: string,
  second: Sample[],
  last: Sample[],
  of: (sample: Sample) => number,
  maxGrowth: number,
): string[] {
  const [before, after] = [median(second.map(of)), median(last.map(of))]
  return after - before > maxGrowth ? [`${what} grew from ${before.toFixed(0)} to ${after.toFixed(0)}.`] : []
}

/** Uses the site until the time is up. Returns samples of its memory and open files. */
async function soak(site: Site, stats: RequestStats): Promise<Sample[]> {
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > MINUTES * 60_000
  const users = [
    ...Array.from({ length: VISITORS }, (_, seed) => simulateVisitor(site.url, seed + 1, stats, isOver)),
    simulateEditor(site.url, stats, isOver),
    simulateUploader(site.url, stats, isOver),
  ]
  const samples: Sample[] = []
  while (!isOver()) {
    await pause(SAMPLE_INTERVAL_MS)
    const minute = (performance.now() - startedAt) / 60_000
    samples.push({ minute, memoryMb: site.memoryMb(), files: site.openFiles() })
  }
  await Promise.all(users)
  return samples
}

async function simulateVisitor(
  url: string,
  seed: number,
  stats: RequestStats,
  isOver: () => boolean,
): Promise<void> {
  const random = createRandom(seed)
  const pick = <Value>(values: Value[]): Value => values[Math.floor(random() * values.length)]!
  const searches = generateSearches(ITEMS, 400)
  const typed = listTypedPrefixes()
  const requests = [
    () => '/',
    () => '/products',
    () => `/products?tab=spares&search=${encodeURIComponent(pick(searches))}`,
    () => `/product/bench-${200 + Math.floor(random() * (ITEMS - 200))}`,
    () => `/api/spareparts?limit=24&offset=${24 * Math.floor(random() * 100)}`,
    () => `/api/spareparts?limit=24&approximate=true&search=${encodeURIComponent(pick(searches))}`,
    () => `/api/suggestions?search=${encodeURIComponent(pick(typed))}`,
    () => `/api/facets?kind=spare&search=${encodeURIComponent(pick(searches))}`,
    () => `/nothing-${Math.floor(random() * 1e6)}`,
  ]
  while (!isOver()) {
    const headers = { 'x-forwarded-for': `10.0.${Math.floor(random() * 256)}.${seed}` }
    await recordResponse(stats, () => fetch(url + pick(requests)(), { headers }))
    await pause(random() * 20)
  }
}

/** Changes a spare part, reads lists of the admin, and processes an enquiry. */
async function simulateEditor(url: string, stats: RequestStats, isOver: () => boolean): Promise<void> {
  const cookie = await signIn(url)
  const enquiry = {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@works.example',
    phone: '98400 12345',
    message: 'A quote.',
  }
  const json = { 'content-type': 'application/json', cookie }
  for (let turn = 0; !isOver(); turn++) {
    const body = JSON.stringify({ featured: turn % 2 === 0 })
    await recordResponse(stats, () =>
      fetch(`${url}/api/spareparts/bench-300`, { method: 'PUT', headers: json, body }),
    )
    for (const path of ['/api/dashboard', '/api/items?limit=50', '/api/enquiries', '/api/log', '/readyz'])
      await recordResponse(stats, () => fetch(url + path, { headers: { cookie } }))
    await recordResponse(stats, () =>
      fetch(`${url}/api/enquiries`, { method: 'POST', headers: json, body: JSON.stringify(enquiry) }),
    )
    await pause(EDIT_INTERVAL_MS)
  }
}

async function simulateUploader(url: string, stats: RequestStats, isOver: () => boolean): Promise<void> {
  const photos = await createPhotos()
  while (!isOver()) {
    await uploadMachine(url, photos.slice(0, 2)).then(
      () => stats.succeeded++,
      (error) => stats.errors.push(String(error)),
    )
    await pause(UPLOAD_INTERVAL_MS)
  }
}

async function recordResponse(stats: RequestStats, send: () => Promise<Response>): Promise<void> {
  try {
    const reply = await send()
    await reply.arrayBuffer()
    if (reply.status === 429) stats.rateLimited++
    else if (reply.status >= 500)
      stats.errors.push(`${new URL(reply.url).pathname} returned ${reply.status}.`)
    else stats.succeeded++
  } catch (error) {
    stats.errors.push(String(error))
  }
}

function printReport(samples: Sample[], { succeeded, rateLimited, errors }: RequestStats): void {
  const perSecond = Math.round(succeeded / (MINUTES * 60))
  console.log(
    `${succeeded} responses in ${MINUTES} minutes (${perSecond}/s), ${rateLimited} rate-limited, ${errors.length} errors.\n`,
  )
  console.log('| Minute | Memory, MB | Open files |\n| -----: | ---------: | ---------: |')
  const step = Math.max(1, Math.floor(samples.length / 10))
  for (const { minute, memoryMb, files } of samples.filter((_, index) => index % step === step - 1))
    console.log(`| ${minute.toFixed(1)} | ${memoryMb.toFixed(0)} | ${files} |`)
}
