import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { toBusinessDate } from '#contracts/business-date.ts'
import { ChildEnded, runInChild } from '#server/kernel/child.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Scheduler } from '#server/kernel/scheduler.ts'
import { getPartialPath, getStagingPrefix } from './archive/file-utils.ts'
import type { BackupFolder } from './backup-folder.ts'
import { BackupError, getUserMessage } from './errors.ts'
import { getBackupName, listExpiredBackups, parseBackupDate } from './retention.ts'
import { getNextBackupTime } from './schedule.ts'

const PROCESS_PATH = join(import.meta.dirname, '../site-backup-process.ts')
/** The first check waits, so that a backup does not compete with the work of a start. */
const INITIAL_DELAY_MS = 60_000
/** The time is checked at least this often, because the clock can be set and the machine can be suspended. */
const POLL_INTERVAL_MS = 3_600_000
const RETRY_DELAY_MS = 3_600_000

export interface NightlyBackups {
  /** Aborts a running backup, which deletes its files, and schedules no more. */
  stop(): Promise<void>
}

interface NightlyBackupDeps {
  dataDir: string
  /** The settings of the blob storage for the backup process. */
  environment: Record<string, string>
  folder: BackupFolder
  clock: Clock
  timer: Scheduler
  onDone(done: { name: string; bytes: number; missing: number; removed: number }): void
  /** `reason` is a message without paths of this machine. */
  onFailure(reason: string): void
  /** Called after a failure, with the hours since the newest backup, if that is too long ago. */
  onOverdue(hours: number): void
}

/**
 * Backs up the site once a night in a child process of the lowest priority, and deletes expired backups. A failed
 * backup is retried after an hour.
 */
export function startNightlyBackups(deps: NightlyBackupDeps): NightlyBackups {
  const { folder, clock, timer } = deps
  const abortController = new AbortController()
  let running: Promise<void> | undefined
  let cancel = timer(poll, INITIAL_DELAY_MS)

  function poll(): void {
    running = backUpIfDue()
      .catch((error) => {
        if (!abortController.signal.aborted) reportFailure(error, deps)
        return RETRY_DELAY_MS
      })
      .then((nextMs) => {
        if (!abortController.signal.aborted) cancel = timer(poll, nextMs)
      })
  }

  /** Returns the delay until the next check in ms. */
  async function backUpIfDue(): Promise<number> {
    const now = clock()
    const names = await folder.list()
    const due = getNextBackupTime(names, now)
    if (due > now) return Math.min(POLL_INTERVAL_MS, due.getTime() - now.getTime())
    const name = getBackupName(toBusinessDate(now))
    await removePartials(folder.path, names)
    const file = join(folder.path, name)
    const missing = await runBackup(deps, { file, signal: abortController.signal })
    const expired = listExpiredBackups(await folder.list())
    for (const each of expired) await rm(join(folder.path, each))
    deps.onDone({ name, bytes: (await stat(file)).size, missing, removed: expired.length })
    return POLL_INTERVAL_MS
  }

  return {
    async stop() {
      abortController.abort()
      cancel()
      await running
    },
  }
}

/**
 * Returns the number of picture files that were missing on the site already. The process receives no settings except the data
 * folder and `environment`, because they contain passwords.
 */
async function runBackup(
  { dataDir, environment }: NightlyBackupDeps,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<number> {
  const env = { ...environment, DATA_DIR: dataDir }
  try {
    return await runInChild<number>({ path: PROCESS_PATH, task: 'backup', args: file, env, signal })
  } catch (error) {
    if (error instanceof ChildEnded) await removeLeftovers(dataDir, { file, pid: error.pid })
    throw new BackupError((error as Error).message, { cause: error })
  }
}

/** Deletes what a killed process could not delete itself. */
async function removeLeftovers(
  dataDir: string,
  { file, pid = 0 }: { file: string; pid?: number | undefined },
) {
  await rm(getPartialPath(file), { force: true })
  const folder = join(dataDir, 'tmp')
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(getStagingPrefix(pid))) await rm(join(folder, name), { recursive: true, force: true })
}

/** Deletes the partial files of killed processes. Only one backup is written to a folder at a time. */
async function removePartials(folder: string, names: string[]): Promise<void> {
  const suffix = getPartialPath('')
  for (const name of names)
    if (name.endsWith(suffix) && parseBackupDate(name.slice(0, -suffix.length))) await rm(join(folder, name))
}

function reportFailure(error: unknown, { dataDir, folder, onFailure, onOverdue }: NightlyBackupDeps): void {
  const reason = getUserMessage(error, 'The nightly backup failed')
    .replaceAll(folder.path, 'BACKUP_DIR')
    .replaceAll(dataDir, 'DATA_DIR')
  onFailure(reason)
  if (folder.isOverdue()) onOverdue(Math.floor(folder.getAgeMs() / 3_600_000))
}
