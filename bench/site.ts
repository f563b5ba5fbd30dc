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

/** The owner's account on every site that the benchmark creates. */
export const OWNER = { email: 'owner@localhost', password: 'correct-horse' }

/** The program as `npm start` runs it. */
export interface Site {
  url: string
  /** From the start of the process to the first response. */
  startMs: number
  /** The present memory use of the process and its children in MB, as the kernel reports it. */
  memoryMb(): number
  /** The present memory use of the process alone in MB. */
  serverMb(): number
  /** The peak memory use in MB since `resetPeak` or the start. */
  peakMb(): number
  resetPeak(): void
  /** The peak memory use in MB of the child process that has used most, 0 if there is none. */
  largestChildMb(): number
  /** The time for which the process has used a processor. */
  cpuMs(): number
  /** The number of open files, including connections. */
  openFiles(): number
  stop(): Promise<void>
}

/** Where the data of a site is: in a folder, or with the tables on PostgreSQL. `settings` replaces those of a measurement. */
export interface DataLocation {
  dataDir: string
  databaseUrl?: string
  settings?: Record<string, string>
}

/** Runs `use` with a site on this data and stops the site afterwards. */
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

/** Returns the median duration of several starts with existing data. */
export async function measureStart(location: DataLocation, times: number): Promise<number> {
  const startTimes: number[] = []
  for (let time = 0; time < times; time++) {
    startTimes.push(await withSite(location, async ({ startMs }) => startMs))
  }
  return median(startTimes)
}

/** Starts the site on a free loopback port. Throws with its output if it ends. */
async function startSite(location: DataLocation): Promise<Site> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const [program = '', ...args] = readStartCommand().split(' ')
  const child = trackChild(
    spawn(program, args, {
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
  // The start script has replaced itself by the server.
  const pid = child.pid!
  return {
    url,
    startMs,
    memoryMb: () => readMemoryMb(pid, 'VmRSS'),
    serverMb: () => readOwnMemoryMb(pid, 'VmRSS'),
    peakMb: () => readMemoryMb(pid, 'VmHWM'),
    resetPeak: () => {
      for (const each of [pid, ...listChildPids(pid)]) writeFileSync(`/proc/${each}/clear_refs`, '5')
    },
    largestChildMb: () =>
      Math.max(0, ...listChildPids(pid).map((child) => readMemoryMb(child, 'VmHWM') || 0)),
    cpuMs: () => readCpuMs(pid),
    openFiles: () => readdirSync(`/proc/${pid}/fd`).length,
    stop: () => stopChild(child),
  }
}

/** Returns the command of `npm start`. */
function readStartCommand(): string {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start
}

/** Only these variables are passed on, so that settings of the caller do not change the results. */
function createEnvironment(
  { dataDir, databaseUrl, settings }: DataLocation,
  port: number,
): Record<string, string> {
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
    ...settings,
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

const listChildPids = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Returns the sum for the process and its children. Peaks are added although they may not coincide. */
function readMemoryMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  return listChildPids(pid).reduce(
    (sum, child) => sum + readMemoryMb(child, what),
    readOwnMemoryMb(pid, what),
  )
}

/** The 14th and 15th field, in ticks of which a second has 100 (proc(5)). */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function readOwnMemoryMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  // A child that has just ended has no memory.
  const [, kilobytes] = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
  return (Number(kilobytes ?? 0) * 1024) / 1_000_000
}
