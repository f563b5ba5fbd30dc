import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stopChild, trackChild } from './child-processes.ts'
import { median } from './statistics.ts'

const PROJECT = join(import.meta.dirname, '..')
const START_TIMEOUT_MS = 180_000
const POLL_INTERVAL_MS = 5

/** Who signs in to a site that the benchmark has made. */
export const OWNER = { email: 'owner@localhost', password: 'correct-horse' }

/** The program as `npm start` runs it, in a process of its own. */
export interface Site {
  url: string
  /** From the start of the process to the first page answered. */
  startMs: number
  /** Megabytes of memory in use now, as the kernel counts them for the process and those it started. */
  memoryMb(): number
  /** Megabytes at the highest since `forgetPeak`, or since the start. */
  peakMb(): number
  resetPeak(): void
  /** How many files, connections among them, the process has open. */
  openFiles(): number
  stop(): Promise<void>
}

/** Where a site's data are: in a folder, or with their tables on a PostgreSQL server. */
export interface DataLocation {
  dataDir: string
  databaseUrl?: string
}

/** Uses a site of its own on these data, and stops it whatever happens. */
export async function withSite<Value>(
  location: DataLocation,
  work: (site: Site) => Promise<Value>,
): Promise<Value> {
  const site = await startSite(location)
  try {
    return await work(site)
  } finally {
    await site.stop()
  }
}

/** The middle of so many starts with the data already there. */
export async function measureStart(location: DataLocation, times: number): Promise<number> {
  const startTimes: number[] = []
  for (let time = 0; time < times; time++) {
    startTimes.push(await withSite(location, async ({ startMs }) => startMs))
  }
  return median(startTimes)
}

/** Starts the site on these data and a free port, on the loopback only. Throws with its output when it ends. */
async function startSite(location: DataLocation): Promise<Site> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = trackChild(
    spawn('sh', ['-c', readStartCommand()], {
      cwd: PROJECT,
      env: createEnvironment(location, port),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  while (!(await isResponding(url))) {
    if (child.exitCode === null && performance.now() - startedAt < START_TIMEOUT_MS)
      await pause(POLL_INTERVAL_MS)
    else throw new Error(`The site did not start:\n${output}`)
  }
  const startMs = performance.now() - startedAt
  const pid = findServingProcess(child.pid!)
  return {
    url,
    startMs,
    memoryMb: () => readMemoryMb(pid, 'VmRSS'),
    peakMb: () => readMemoryMb(pid, 'VmHWM'),
    resetPeak: () => {
      for (const each of [pid, ...listChildPids(pid)]) writeFileSync(`/proc/${each}/clear_refs`, '5')
    },
    openFiles: () => readdirSync(`/proc/${pid}/fd`).length,
    stop: () => stopChild(child),
  }
}

/** What npm runs for `npm start`. */
function readStartCommand(): string {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start
}

/** Only what is named here: settings of whoever runs the benchmark must not change what is measured. */
function createEnvironment({ dataDir, databaseUrl }: DataLocation, port: number): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    HOST: '127.0.0.1',
    PORT: String(port),
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    LOG_LEVEL: 'warn',
    AVIF: 'off',
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function isResponding(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url)
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

/** The set-up hands over to a process of its own where it runs on another Node; that one serves. */
function findServingProcess(pid: number): number {
  const [child] = listChildPids(pid)
  return child === undefined ? pid : findServingProcess(child)
}

const listChildPids = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Of the process and of those it has started: pictures are made in one. Peaks are added up, though they may differ in time. */
function readMemoryMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
  const own = (Number(kilobytes) * 1024) / 1_000_000
  return listChildPids(pid).reduce((sum, child) => sum + readMemoryMb(child, what), own)
}
