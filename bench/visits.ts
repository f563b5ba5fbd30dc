import { statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { SentVisitEvent } from '#contracts/visitors/visit-event.ts'
import type { VisitorReport } from '#contracts/visitors/visitor-report.ts'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'
import { createWorkingCopy, DEMO_SIZE } from './data-folders.ts'
import { getJson } from './http-client.ts'
import { createRandom } from './part-generator.ts'
import { type Site, withSite } from './site.ts'
import { signIn } from './upload.ts'

/*
 * `npm run bench -- visits [EVENTS]`: what a day with a million events of visitors costs. Exits with 1 if they take more than their
 * share of a processor over a day, or if one of them is not counted.
 */

const EVENTS = Number(process.argv[2] ?? 1_000_000)
const EVENTS_PER_VISIT = 20
const CONNECTIONS = 16
const DAY_MS = 86_400_000
/** Of one processor, which serves cached pages otherwise. */
const MAX_SHARE = 0.02
const SETTINGS = { PUBLIC_URL: 'http://www.works.example', TRUST_PROXY: '1' }
const USER_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36'

await main()

async function main(): Promise<void> {
  if (!(EVENTS >= EVENTS_PER_VISIT)) {
    console.error('Usage: npm run bench -- visits [EVENTS]')
    process.exit(2)
  }
  const dataDir = await createWorkingCopy(DEMO_SIZE)
  const databaseMb = () =>
    ['', '-wal'].reduce((sum, end) => sum + statSync(join(dataDir, DATABASE_FILE + end)).size / 1e6, 0)
  await withSite({ dataDir, settings: SETTINGS }, async (site) => {
    const before = { cpuMs: site.cpuMs(), databaseMb: databaseMb(), memoryMb: site.serverMb() }
    const startedAt = performance.now()
    const sent = await sendDay(site)
    const seconds = (performance.now() - startedAt) / 1000
    const cookie = await signIn(site.url)
    const readAt = performance.now()
    const report = (await getJson(site.url, '/api/visits/report', { cookie })) as VisitorReport
    const readMs = performance.now() - readAt
    const cpuMs = site.cpuMs() - before.cpuMs
    const share = (cpuMs / DAY_MS) * (1_000_000 / sent.events)
    const counted = {
      visits: report.steps.find(({ step }) => step === 'visit')?.count ?? 0,
      pages: report.groups.page.reduce((sum, { count }) => sum + count, 0),
    }
    console.log(
      [
        `${sent.events} events of ${sent.visits} visits in ${seconds.toFixed(0)} s`,
        `CPU: ${(cpuMs / sent.events).toFixed(3)} ms for an event; a million a day take ${(share * 100).toFixed(2)} % of a processor`,
        `Memory: ${site.serverMb().toFixed(0)} MB (${before.memoryMb.toFixed(0)} before)`,
        `Database: ${(databaseMb() - before.databaseMb).toFixed(0)} MB more`,
        `Report: ${readMs.toFixed(0)} ms`,
        `Counted: ${counted.visits} visits, ${counted.pages} pages`,
      ].join('\n'),
    )
    const isComplete = counted.visits === sent.visits && counted.pages === sent.events
    if (!isComplete) console.error('Not all events were counted.')
    if (share > MAX_SHARE) console.error(`More than ${MAX_SHARE * 100} % of a processor.`)
    if (!isComplete || share > MAX_SHARE) process.exitCode = 1
  })
}

/** Sends as many events as a busy day has, from visitors with a network of their own. */
async function sendDay(site: Site): Promise<{ events: number; visits: number }> {
  const machines = (await getJson(site.url, '/api/products?limit=24')) as { slug: string }[]
  const paths = ['/', '/products', '/finder', ...machines.map(({ slug }) => `/product/${slug}`)]
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const visits = Math.floor(EVENTS / EVENTS_PER_VISIT)
  let next = 0
  const send = async () => {
    for (let visit = next++; visit < visits; visit = next++) {
      const random = createRandom(visit + 1)
      for (let number = 0; number < EVENTS_PER_VISIT; number++) {
        const url = paths[Math.floor(random() * paths.length)]!
        await post(site.url, agent, visit, { event: 'page', url, referrer: 'https://www.google.com/' })
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  agent.destroy()
  return { events: visits * EVENTS_PER_VISIT, visits }
}

function post(origin: string, agent: Agent, visit: number, event: SentVisitEvent): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'x-forwarded-for': `10.${(visit >> 16) & 255}.${(visit >> 8) & 255}.${visit & 255}`,
  }
  return new Promise((resolve, reject) => {
    const sent = request(new URL('/api/visits', origin), { method: 'POST', agent, headers }, (reply) => {
      reply.resume()
      if (reply.statusCode === 204) reply.once('end', resolve)
      else reject(new Error(`A report was answered with ${reply.statusCode}.`))
    })
    sent.once('error', reject)
    sent.end(JSON.stringify(event))
  })
}
