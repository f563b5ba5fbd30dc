import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { COMPILE_CACHE_DIR, getProgram, PROJECT } from './project.ts'

const START_TIMEOUT_MS = 120_000

export interface SiteProcess {
  url: string
  /** Returns everything that the process has printed. */
  output(): string
  /** Returns whether the process has ended. */
  hasExited(): boolean
  /** Sends SIGTERM, waits, and returns the exit code. */
  stop(): Promise<number | null>
  /** Kills the process without warning and waits for its end. */
  kill(): Promise<void>
}

/**
 * Starts the real program on a free port and waits until it serves. Throws with its output if it ends.
 */
export async function startProcess(
  environment: Record<string, string>,
  args: string[] = [],
): Promise<SiteProcess> {
  const program = args.includes('--dev') ? 'src/main.ts' : getProgram('src/main.ts')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: PROJECT,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE_DIR,
      NODE_ENV: '',
      PORT: '0',
      LOG_LEVEL: 'warn',
      AVIF: 'off',
      ...environment,
    },
  })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const url = await waitForUrl(child, () => output)
  return {
    url,
    output: () => output,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    },
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function waitForUrl(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const found = /ready at (http:\S+)/.exec(output())?.[1]
    if (found) return found
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The site did not start (exit code ${child.exitCode}):\n${output()}`)
}
