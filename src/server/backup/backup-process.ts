import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { partialOf, stagingPrefix } from './folders.ts'
import { BackupProblem } from './problem.ts'

const PROGRAM = join(import.meta.dirname, '../../commands/backup.ts')
/** What the process tells of a back-up that is written. */
export interface BackupNews {
  /** How many files of pictures were missing on the site already. */
  missing: number
}

/** How long it may take to tidy up when it is told to stop. */
const STOP_MS = 4000

/**
 * Runs `npm run backup` in a process of its own, at the lowest priority, and waits for its end. Throws its sentence when
 * it fails. It gets none of the settings but the data folder and `environment`: they hold passwords.
 */
export async function startBackupProcess(parts: {
  dataDir: string
  /** Where the pictures live, if not in the data folder. */
  environment: Record<string, string>
  file: string
  signal: AbortSignal
}): Promise<BackupNews> {
  const { dataDir, environment, file, signal } = parts
  signal.throwIfAborted()
  const cache = getCompileCacheDir()
  const child = fork(PROGRAM, [file], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...environment,
      DATA_DIR: dataDir,
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
      ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    },
  })
  let news: BackupNews = { missing: 0 }
  child.once('message', (told: BackupNews) => {
    news = told
  })
  const stop = () => stopProcess(child)
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const [said, [code, killedBy]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    if (code === 0) return news
    if (killedBy) await removeLeft(parts, child.pid)
    throw new BackupProblem(said.trim().split('\n')[0] || `The back-up ended early (${killedBy ?? code}).`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function stopProcess(child: ChildProcess): void {
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  child.once('exit', () => clearTimeout(kill))
}

/** What a process that was killed could not remove itself. */
async function removeLeft({ dataDir, file }: { dataDir: string; file: string }, pid = 0): Promise<void> {
  await rm(partialOf(file), { force: true })
  const folder = join(dataDir, 'tmp')
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(stagingPrefix(pid))) await rm(join(folder, name), { recursive: true, force: true })
}
