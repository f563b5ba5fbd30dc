import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DATABASE_FILE, lockExclusively } from '#server/database/sqlite/file.ts'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { exists, syncFolder } from './archive/file-utils.ts'
import { FILE_FOLDERS, type Manifest } from './archive/manifest.ts'
import { addErasures, ERASURES_FILE, readErasures } from './erasure-list.ts'
import { BackupError, getUserMessage } from './errors.ts'
import { endSessions, skipNumbers } from './store.ts'
import { verifyBackup } from './verify.ts'

const RESTORED_FOLDERS = ['media', ...FILE_FOLDERS]

interface RestoreOptions {
  file: string
  dataDir: string
  /** Whether a data folder with content is accepted; the content is moved to another folder. */
  force: boolean
  /** Lists of erasures besides that of the data folder; those that do not exist are left out. */
  erasureFiles?: string[]
  clock: Clock
  /** Aborts without any change. */
  signal: AbortSignal
}

export interface RestoreResult {
  manifest: Manifest
  /** The number of the next quotation in this financial year. */
  nextNumber: number
  /** The path to which the previous content of the data folder was moved. */
  previousDataPath: string | undefined
  /** Whether there is a list of erasures, which the start of the site applies. */
  hasErasures: boolean
}

/**
 * Replaces the content of the data folder with that of a backup, without its sessions. The backup is unpacked and
 * verified beside the folder first, so that a failed restore changes nothing. Throws `BackupError`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  try {
    return await restoreToTarget(options, await inspectDataFolder(options.dataDir))
  } catch (error) {
    if (options.signal.aborted) throw new BackupError('The restore was interrupted. Nothing has changed.')
    throw new BackupError(getUserMessage(error, `The backup ${options.file} cannot be restored`), {
      cause: error,
    })
  }
}

/** The data folder before the restore. */
interface DataFolderState {
  exists: boolean
  names: string[]
  /** The folder for the new and the previous data: the parent, or the data folder itself if the parent is on another disk or not writable. */
  base: string
}

async function inspectDataFolder(dataDir: string): Promise<DataFolderState> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const parent = dirname(dataDir)
  if (!names) {
    await mkdir(parent, { recursive: true })
    return { exists: false, names: [], base: parent }
  }
  const isMovable =
    (await lstat(dataDir)).dev === (await stat(parent)).dev && !(await lstat(dataDir)).isSymbolicLink()
  const base = isMovable && (await isWritable(parent)) ? parent : dataDir
  // The root of every ext4 file system contains this folder.
  return { exists: true, names: names.filter((name) => name !== 'lost+found'), base }
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

async function restoreToTarget(options: RestoreOptions, target: DataFolderState): Promise<RestoreResult> {
  const { file, dataDir, force, signal } = options
  if (target.names.length > 0 && !force) {
    throw new BackupError(
      `${dataDir} (DATA_DIR) is not empty. Choose another folder, or use --force, which moves the present content to another folder.`,
    )
  }
  const release = target.names.includes(DATABASE_FILE) ? lockExclusively(dataDir) : () => {}
  if (!release) throw new BackupError(`A site is running on ${dataDir}. Stop it first.`)
  let staging: string | undefined
  try {
    await stat(file)
    staging = await mkdtemp(join(target.base, `.${basename(dataDir)}-restore-`))
    const folder = staging
    const onManifest = (manifest: Manifest) => checkFreeSpace(folder, manifest)
    const manifest = await verifyBackup(file, { folder, extract: true, onManifest, signal })
    for (const name of RESTORED_FOLDERS) await mkdir(join(folder, name), { recursive: true })
    const nextNumber = await prepareDatabase(folder, { madeAt: manifest.madeAt, now: options.clock() })
    const hasErasures = await collectErasures(options, folder)
    signal.throwIfAborted()
    const previousDataPath = target.names.length > 0 ? getPreviousDataPath(options, target.base) : undefined
    // Windows cannot move a file that is open.
    if (process.platform === 'win32') release()
    if (target.base === dataDir)
      await swapContents(dataDir, { folder, previousDataPath, names: target.names })
    else await swapFolders(dataDir, { folder, previousDataPath, isReplaced: target.exists })
    await syncFolder(target.base)
    return { manifest, nextNumber, previousDataPath, hasErasures }
  } finally {
    release()
    if (staging) await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Migrates the database, as a start would, and ends all sessions: some were ended after the backup. Skips numbers of quotations
 * that were given after it, and returns the next one.
 */
async function prepareDatabase(folder: string, times: { madeAt: string; now: Date }): Promise<number> {
  const db = await openSqlite(folder)
  try {
    await endSessions(db)
    return await skipNumbers(db, times)
  } finally {
    await db.destroy()
  }
}

/** Merges all lists of erasures into that of the new data folder. Returns false if there is none. */
async function collectErasures(
  { dataDir, erasureFiles = [] }: RestoreOptions,
  folder: string,
): Promise<boolean> {
  const files = [join(dataDir, ERASURES_FILE), ...erasureFiles]
  const lists = (await Promise.all(files.map(readErasures))).filter((list) => list !== undefined)
  await addErasures(join(folder, ERASURES_FILE), lists.flat())
  return lists.length > 0
}

async function checkFreeSpace(folder: string, { database, media }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = database.bytes + media.bytes
  if (needed < bavail * bsize) return
  throw new BackupError(
    `There is not enough disk space: the backup needs ${Math.ceil(needed / 1e6)} MB, and ${Math.floor((bavail * bsize) / 1e6)} MB are free.`,
  )
}

/** 'data-before-restore-2026-11-21T14-02-11Z' */
function getPreviousDataPath({ dataDir, clock }: RestoreOptions, base: string): string {
  const at = toIso(clock()).replace(/\.\d+/, '').replaceAll(':', '-')
  return join(base, `${basename(dataDir)}-before-restore-${at}`)
}

async function swapFolders(
  dataDir: string,
  {
    folder,
    previousDataPath,
    isReplaced,
  }: { folder: string; previousDataPath: string | undefined; isReplaced: boolean },
): Promise<void> {
  if (isReplaced) await chmod(folder, (await stat(dataDir)).mode & 0o777)
  if (previousDataPath) await rename(dataDir, previousDataPath)
  else if (isReplaced) await rmdir(dataDir)
  try {
    await rename(folder, dataDir)
  } catch (error) {
    if (previousDataPath) await rename(previousDataPath, dataDir)
    throw error
  }
}

/** Moves the database last: a folder without it is not a site. */
async function swapContents(
  dataDir: string,
  {
    folder,
    previousDataPath,
    names,
  }: { folder: string; previousDataPath: string | undefined; names: string[] },
): Promise<void> {
  if (previousDataPath) {
    await mkdir(previousDataPath)
    for (const name of names) await rename(join(dataDir, name), join(previousDataPath, name))
  }
  const list = (await exists(join(folder, ERASURES_FILE))) ? [ERASURES_FILE] : []
  for (const name of [...RESTORED_FOLDERS, ...list, DATABASE_FILE])
    await rename(join(folder, name), join(dataDir, name))
}
