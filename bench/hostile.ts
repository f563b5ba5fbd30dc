import { Agent } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'
import { type LoadRequest, sendRequest } from '../tests/support/hostile/load-generator.ts'
import { createWorkingCopy, DEMO_SIZE } from './data-folders.ts'
import type { HostileCounts, HostileWorkerData } from './hostile-worker.ts'
import { getJson } from './http-client.ts'
import { createRandom } from './part-generator.ts'
import { generateSearches, listTypedPrefixes } from './searches.ts'
import { type Site, withSite } from './site.ts'
import { median, percentile } from './statistics.ts'
import { signIn } from './upload.ts'

/*
 * `npm run bench -- hostile [MINUTES]`: twenty ordinary visitors, each with a network of its own, beside a hostile load from
 * one network. Exits with 1 if an ordinary request was refused, was too slow, or an acknowledged enquiry is missing, or if
 * the server took too much memory.
 */

const MINUTES = Number(process.argv[2] ?? 10)
const VISITORS = 20
const MAX_P99_MS = 150
const MAX_SERVER_MB = 500
const SAMPLE_INTERVAL_MS = 1000
/** A visitor reads for this time on average, on a connection that stays open, as those of browsers and proxies do. */
const READING_MS = 500
/** Below the limit of a network. */
const ENQUIRY_INTERVAL_MS = 60_000
/** As `npm start` behind a proxy that states the visitor's address. */
const SETTINGS = {
  PUBLIC_URL: 'http://www.works.example',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'info',
}

/** Latencies in ms by kind of request, and what went wrong. */
interface OrdinaryStats {
  millis: Map<string, number[]>
  failures: string[]
  /** The texts of enquiries that were answered with 201. */
  acknowledged: string[]
}

interface MemoryPeaks {
  serverMb: number
  /** Of all child processes together. */
  childrenMb: number
}

await main()

async function main(): Promise<void> {
  if (!(MINUTES > 0)) {
    console.error('Usage: npm run bench -- hostile [MINUTES]')
    process.exit(2)
  }
  const dataDir = await createWorkingCopy(DEMO_SIZE)
  const stats: OrdinaryStats = { millis: new Map(), failures: [], acknowledged: [] }
  const { counts, memory } = await withSite({ dataDir, settings: SETTINGS }, (site) => attack(site, stats))
  const lost = listLostEnquiries(dataDir, stats.acknowledged)
  printReport(stats, counts, memory)
  const problems = findProblems(stats, memory, lost)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}

async function attack(
  site: Site,
  stats: OrdinaryStats,
): Promise<{ counts: HostileCounts; memory: MemoryPeaks }> {
  const { url } = site
  const machines = (await getJson(url, '/api/products?limit=24')) as { slug: string }[]
  const slugs = machines.map(({ slug }) => slug)
  const quotation = await createQuotationPage(url)
  const memory: MemoryPeaks = { serverMb: 0, childrenMb: 0 }
  const worker = new Worker(new URL('hostile-worker.ts', import.meta.url), {
    workerData: { url, slugs } satisfies HostileWorkerData,
  })
  const counts = new Promise<HostileCounts>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > MINUTES * 60_000
  const visitors = Array.from({ length: VISITORS }, (_, index) =>
    simulateVisitor({ url, index, stats, isOver, slugs, quotation }),
  )
  while (!isOver()) {
    const serverMb = site.serverMb()
    memory.serverMb = Math.max(memory.serverMb, serverMb)
    memory.childrenMb = Math.max(memory.childrenMb, site.memoryMb() - serverMb)
    await pause(SAMPLE_INTERVAL_MS)
  }
  await Promise.all(visitors)
  worker.postMessage('end')
  return { counts: await counts, memory }
}

/** Issues a quotation and returns the path of its private page. */
async function createQuotationPage(url: string): Promise<string> {
  const cookie = await signIn(url)
  const post = async (path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${text}`)
    return JSON.parse(text) as { id: string; link: string }
  }
  const line = { description: 'Lathe', hsn: '8458', quantity: 1, unit: 'each', unitPrice: 1000, gstRate: 18 }
  const { id } = await post('/api/quotations', { placeOfSupply: '33', currency: 'INR', lines: [line] })
  const { link } = await post(`/api/quotations/${id}/issue`, {})
  return new URL(link, url).pathname
}

interface Visitor {
  url: string
  index: number
  stats: OrdinaryStats
  isOver(): boolean
  slugs: string[]
  quotation: string
}

async function simulateVisitor(visitor: Visitor): Promise<void> {
  const { url, index, stats, isOver, slugs, quotation } = visitor
  const random = createRandom(index + 1)
  const pick = <Value>(values: Value[]): Value => values[Math.floor(random() * values.length)]!
  const searches = generateSearches(DEMO_SIZE, 200).map(encodeURIComponent)
  const typed = listTypedPrefixes().map(encodeURIComponent)
  const reads: [kind: string, path: () => string][] = [
    ['home page', () => '/'],
    ['catalogue page', () => '/products'],
    ['details page', () => `/product/${pick(slugs)}`],
    ['list', () => `/api/products?limit=24&offset=${24 * Math.floor(random() * 3)}`],
    ['search', () => `/api/spareparts?limit=24&search=${pick(searches)}`],
    ['suggestions', () => `/api/suggestions?search=${pick(typed)}`],
    ["customer's quotation", () => quotation],
    ["customer's PDF", () => `${quotation}/document`],
  ]
  const headers = { 'x-forwarded-for': `198.51.100.${index + 1}` }
  const agent = new Agent({ keepAlive: true })
  const send = async (kind: string, request: LoadRequest) => {
    const { status, text, startedAt, endedAt } = await sendRequest(url, { ...request, headers, agent })
    const millis = stats.millis.get(kind) ?? []
    stats.millis.set(kind, millis)
    millis.push(endedAt - startedAt)
    const isAccepted = status === 200 || status === 201
    if (!isAccepted) stats.failures.push(`${kind}: ${status || 'no response'} ${text.slice(0, 100)}`)
    return isAccepted
  }
  // The visitors send their enquiries one after the other.
  let enquiryAt = performance.now() + (index * ENQUIRY_INTERVAL_MS) / VISITORS
  while (!isOver()) {
    if (performance.now() >= enquiryAt) {
      enquiryAt += ENQUIRY_INTERVAL_MS
      const message = `ordinary ${index} ${Math.round(enquiryAt)}`
      const enquiry = createEnquiry(index, message)
      if (await send('enquiry', { path: '/api/enquiries', body: enquiry })) stats.acknowledged.push(message)
    } else {
      const [kind, path] = pick(reads)
      await send(kind, { path: path() })
    }
    await pause(random() * 2 * READING_MS)
  }
}

function createEnquiry(index: number, message: string): object {
  return {
    firstName: 'Asha',
    lastName: 'Rao',
    email: `asha${index}@works.example`,
    phone: `+91 98400 1${String(index).padStart(4, '0')}`,
    message,
  }
}

function listLostEnquiries(dataDir: string, acknowledged: string[]): string[] {
  const sqlite = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })
  const stored = new Set(
    sqlite
      .prepare('select message from enquiry')
      .all()
      .map(({ message }) => message),
  )
  sqlite.close()
  return acknowledged.filter((message) => !stored.has(message))
}

function findProblems(
  { millis, failures }: OrdinaryStats,
  { serverMb }: MemoryPeaks,
  lost: string[],
): string[] {
  const p99 = percentile([...millis.values()].flat(), 99)
  return [
    ...(p99 > MAX_P99_MS
      ? [`Ordinary requests took ${p99.toFixed(0)} ms (p99), budget ${MAX_P99_MS} ms.`]
      : []),
    ...(serverMb > MAX_SERVER_MB
      ? [`The server took ${serverMb.toFixed(0)} MB, budget ${MAX_SERVER_MB} MB.`]
      : []),
    ...(failures.length > 0 ? [`${failures.length} ordinary requests failed.`] : []),
    ...new Set(failures),
    ...lost.map((message) => `The enquiry '${message}' was acknowledged and is not stored.`),
  ]
}

function printReport({ millis, acknowledged }: OrdinaryStats, counts: HostileCounts, memory: MemoryPeaks) {
  const toRow = (kind: string, values: number[]) => {
    const figures = [median(values), percentile(values, 99), Math.max(...values)].map((ms) => ms.toFixed(1))
    return `| ${kind} | ${values.length} | ${figures.join(' | ')} |`
  }
  const rows = [...millis].map(([kind, values]) => toRow(kind, values)).sort()
  console.log(
    [
      `${MINUTES} minutes, ${VISITORS} ordinary visitors; ${acknowledged.length} enquiries of theirs were acknowledged.`,
      '',
      '| Ordinary request | Number | p50, ms | p99, ms | Longest, ms |\n| --- | ---: | ---: | ---: | ---: |',
      ...rows,
      toRow('all', [...millis.values()].flat()),
      '',
      '| Hostile request | Number | Refused | By status |\n| --- | ---: | ---: | --- |',
      ...Object.entries(counts).map(([kind, byStatus]) => formatCounts(kind, byStatus)),
      '',
      `Memory at its peak: server ${memory.serverMb.toFixed(0)} MB, its child processes ${memory.childrenMb.toFixed(0)} MB.`,
    ].join('\n'),
  )
}

/** Refused are those that a limit or a full queue turned away. */
function formatCounts(kind: string, byStatus: Record<number, number>): string {
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  const refused = (byStatus[429] ?? 0) + (byStatus[503] ?? 0)
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`)
  return `| ${kind} | ${total} | ${refused} | ${statuses.join(', ')} |`
}
