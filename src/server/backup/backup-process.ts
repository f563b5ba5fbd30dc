import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { forkNode } from '#server/kernel/fork-node.ts'
import { BackupError } from './errors.ts'
import { getPartialPath, getStagingPrefix } from './file-utils.ts'

const BACKUP_COMMAND_PATH = join(import.meta.dirname, '../../commands/backup.ts')
/** The time that an aborted process has to delete its files. */
const STOP_TIMEOUT_MS = 4000

/** The message of the process about a finished backup. */
export interface BackupResult {
  /** The number of picture files that were missing on the site already. */
  missing: number
}

interface BackupProcessOptions {
  dataDir: string
  /** The settings of the blob storage if the pictures are not in the data folder. */
  environment: Record<string, string>
  file: string
  signal: AbortSignal
}

/**
 * Runs `npm run backup` in a child process of the lowest priority and waits for its end. Throws its message when it fails.
 * The process receives no settings except the data folder and `environment`, because they contain passwords.
 */
export async function runBackupProcess(options: BackupProcessOptions): Promise<BackupResult> {
  const { dataDir, environment, file, signal } = options
  signal.throwIfAborted()
  const child = forkNode(BACKUP_COMMAND_PATH, {
    args: [file],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...environment, DATA_DIR: dataDir },
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
    throw new BackupError(stderr.trim().split('\n')[0] || `The backup ended early (${killedBy ?? code}).`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Disconnects, which aborts the command (commands/abort-on-signal.ts); Windows has no signal that would do so. */
function stopProcess(child: ChildProcess): void {
  if (child.connected) child.disconnect()
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.once('exit', () => clearTimeout(kill))
}

/** Deletes what a killed process could not delete itself. */
async function removeLeftovers({ dataDir, file }: BackupProcessOptions, pid = 0): Promise<void> {
  await rm(getPartialPath(file), { force: true })
  const folder = join(dataDir, 'tmp')
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(getStagingPrefix(pid))) await rm(join(folder, name), { recursive: true, force: true })
}
