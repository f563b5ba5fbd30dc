import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Scheduler } from '#server/kernel/scheduler.ts'
import { runBackupProcess } from './backup-process.ts'
import { getUserMessage } from './errors.ts'
import { getPartialPath } from './file-utils.ts'
import { getBackupName, listExpiredBackups, parseBackupDate } from './retention.ts'
import { getNextBackupTime } from './schedule.ts'

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
  backupDir: string
  clock: Clock
  timer: Scheduler
  onDone(done: { name: string; bytes: number; missing: number; removed: number }): void
  /** `reason` is a message without paths of this machine. */
  onFailure(reason: string): void
}

/**
 * Backs up the site once a night in a child process of the lowest priority, and deletes expired backups. A failed
 * backup is retried after an hour.
 */
export function startNightlyBackups(deps: NightlyBackupDeps): NightlyBackups {
  const { dataDir, environment, backupDir, clock, timer } = deps
  const abortController = new AbortController()
  let running: Promise<void> | undefined
  let cancel = timer(poll, INITIAL_DELAY_MS)

  function poll(): void {
    running = backUpIfDue()
      .catch((error) => {
        if (!abortController.signal.aborted) deps.onFailure(redactPaths(error, deps))
        return RETRY_DELAY_MS
      })
      .then((nextMs) => {
        if (!abortController.signal.aborted) cancel = timer(poll, nextMs)
      })
  }

  /** Returns the delay until the next check in ms. */
  async function backUpIfDue(): Promise<number> {
    const now = clock()
    await mkdir(backupDir, { recursive: true, mode: 0o700 })
    const due = getNextBackupTime(await readdir(backupDir), now)
    if (due > now) return Math.min(POLL_INTERVAL_MS, due.getTime() - now.getTime())
    const name = getBackupName(toBusinessDate(now))
    await removePartials(backupDir)
    const file = join(backupDir, name)
    const { missing } = await runBackupProcess({ dataDir, environment, file, signal: abortController.signal })
    const expired = listExpiredBackups(await readdir(backupDir))
    for (const each of expired) await rm(join(backupDir, each))
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

/** Deletes the partial files of killed processes. Only one backup is written to a folder at a time. */
async function removePartials(backupDir: string): Promise<void> {
  const suffix = getPartialPath('')
  for (const name of await readdir(backupDir))
    if (name.endsWith(suffix) && parseBackupDate(name.slice(0, -suffix.length)))
      await rm(join(backupDir, name))
}

function redactPaths(error: unknown, { dataDir, backupDir }: NightlyBackupDeps): string {
  return getUserMessage(error, 'The nightly backup failed')
    .replaceAll(backupDir, 'BACKUP_DIR')
    .replaceAll(dataDir, 'DATA_DIR')
}
