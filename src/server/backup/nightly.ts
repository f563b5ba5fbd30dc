import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { officeDay } from '#contracts/office-day.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Timer } from '#server/kernel/timer.ts'
import { startBackupProcess } from './backup-process.ts'
import { partialOf } from './folders.ts'
import { nextBackupAt } from './nightly-time.ts'
import { sentenceOf } from './problem.ts'
import { dayOf, nightlyName, superseded } from './retention.ts'

/** A start is busy enough. */
const FIRST_LOOK_MS = 60_000
/** How often it looks whether a back-up is due: clocks are set, machines sleep. */
const LOOK_MS = 3_600_000
const RETRY_MS = 3_600_000

export interface NightlyBackups {
  /** Ends the back-up under way, which leaves nothing behind, and makes no more. */
  stop(): Promise<void>
}

interface NightlyParts {
  dataDir: string
  /** What the process that makes a back-up is told of where the pictures live. */
  environment: Record<string, string>
  backupDir: string
  clock: Clock
  timer: Timer
  onDone(done: { name: string; bytes: number; missing: number; removed: number }): void
  /** The reason is a sentence without the paths of this machine. */
  onFailure(reason: string): void
}

/**
 * Backs the site up once a night, in a process of its own that comes after everything else, and removes the back-ups that
 * newer ones supersede. What fails is tried again an hour later.
 */
export function startNightlyBackups(parts: NightlyParts): NightlyBackups {
  const { dataDir, environment, backupDir, clock, timer } = parts
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let cancel = timer(look, FIRST_LOOK_MS)

  function look(): void {
    running = backUpIfDue()
      .catch((error) => {
        if (!stopped.signal.aborted) parts.onFailure(withoutPaths(error, parts))
        return RETRY_MS
      })
      .then((nextMs) => {
        if (!stopped.signal.aborted) cancel = timer(look, nextMs)
      })
  }

  /** Answers in how many ms to look again. */
  async function backUpIfDue(): Promise<number> {
    const now = clock()
    await mkdir(backupDir, { recursive: true, mode: 0o700 })
    const due = nextBackupAt(await readdir(backupDir), now)
    if (due > now) return Math.min(LOOK_MS, due.getTime() - now.getTime())
    const name = nightlyName(officeDay(now))
    await removePartials(backupDir)
    const file = join(backupDir, name)
    const { missing } = await startBackupProcess({ dataDir, environment, file, signal: stopped.signal })
    const old = superseded(await readdir(backupDir))
    for (const each of old) await rm(join(backupDir, each))
    parts.onDone({ name, bytes: (await stat(file)).size, missing, removed: old.length })
    return LOOK_MS
  }

  return {
    async stop() {
      stopped.abort()
      cancel()
      await running
    },
  }
}

/** What a killed process left. Only one back-up of a folder is made at a time. */
async function removePartials(backupDir: string): Promise<void> {
  const suffix = partialOf('')
  for (const name of await readdir(backupDir))
    if (name.endsWith(suffix) && dayOf(name.slice(0, -suffix.length))) await rm(join(backupDir, name))
}

function withoutPaths(error: unknown, { dataDir, backupDir }: NightlyParts): string {
  return sentenceOf(error, 'The nightly back-up cannot be made')
    .replaceAll(backupDir, 'BACKUP_DIR')
    .replaceAll(dataDir, 'DATA_DIR')
}
