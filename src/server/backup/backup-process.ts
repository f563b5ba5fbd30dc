import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupError } from './errors.ts'
import { getPartialPath, getStagingPrefix } from './file-utils.ts'

const BACKUP_COMMAND_PATH = join(import.meta.dirname, '../../commands/backup.ts')
/** What the process tells of a back-up that is written. */
export interface BackupResult {
  /** How many files of pictures were missing on the site already. */
  missing: number
}

/** How long it may take to tidy up when it is told to stop. */
const STOP_TIMEOUT_MS = 4000

/**
 * Runs `npm run backup` in a process of its own, at the lowest priority, and waits for its end. Throws its sentence when
 * it fails. It gets none of the settings but the data folder and `environment`: they hold passwords.
 */
export async function runBackupProcess(options: {
  dataDir: string
  /** Where the pictures live, if not in the data folder. */
  environment: Record<string, string>
  file: string
  signal: AbortSignal
}): Promise<BackupResult> {
  const { dataDir, environment, file, signal } = options
  signal.throwIfAborted()
  const cache = getCompileCacheDir()
  const child = fork(BACKUP_COMMAND_PATH, [file], {
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
  let result: BackupResult = { missing: 0 }
  child.once('message', (message: BackupResult) => {
    result = message
  })
  const stop = () => stopProcess(child)
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const [stderr, [code, killedBy]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    if (code === 0) return result
    if (killedBy) await removeLeftovers(options, child.pid)
    throw new BackupError(stderr.trim().split('\n')[0] || `The back-up ended early (${killedBy ?? code}).`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function stopProcess(child: ChildProcess): void {
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.once('exit', () => clearTimeout(kill))
}

/** What a process that was killed could not remove itself. */
async function removeLeftovers({ dataDir, file }: { dataDir: string; file: string }, pid = 0): Promise<void> {
  await rm(getPartialPath(file), { force: true })
  const folder = join(dataDir, 'tmp')
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(getStagingPrefix(pid))) await rm(join(folder, name), { recursive: true, force: true })
}
