import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/kernel/clock.ts'
import { newId } from '#server/kernel/ids.ts'
import { getUserMessage } from './errors.ts'
import { parseBackupDate } from './retention.ts'
import { MAX_BACKUP_AGE_MS } from './schedule.ts'

/** The folder of nightly backups (BACKUP_DIR). */
export interface BackupFolder {
  path: string
  /** Returns the names of all files, and remembers the time of the newest backup. Creates a missing folder. */
  list(): Promise<string[]>
  /** Whether there was a backup at the last check. */
  hasBackup(): boolean
  /** The time since the newest backup of the last check; since the start of the site if there was none. Reads no disk. */
  getAgeMs(): number
  /** Whether that is longer than between two nightly backups. */
  isOverdue(): boolean
}

/** Opens the folder and writes and deletes a file in it. Throws an error with a message for the user if that fails. */
export async function openBackupFolder(path: string, clock: Clock): Promise<BackupFolder> {
  const openedAt = clock()
  let newestAt: Date | undefined
  const list = async () => {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const names = await readdir(path)
    newestAt = await findNewest(path, names)
    return names
  }
  try {
    await list()
    await probeWriting(path)
  } catch (error) {
    throw new Error(
      getUserMessage(error, `The setting BACKUP_DIR is wrong: no backup can be written to ${path}`),
    )
  }
  const getAgeMs = () => clock().getTime() - (newestAt ?? openedAt).getTime()
  return {
    path,
    list,
    hasBackup: () => newestAt !== undefined,
    getAgeMs,
    isOverdue: () => getAgeMs() > MAX_BACKUP_AGE_MS,
  }
}

async function findNewest(folder: string, names: string[]): Promise<Date | undefined> {
  const backups = names.filter((name) => parseBackupDate(name) !== undefined)
  const times = await Promise.all(backups.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}

async function probeWriting(folder: string): Promise<void> {
  const file = join(folder, `.write-test-${newId()}`)
  await (await open(file, 'wx', 0o600)).close()
  await rm(file)
}
