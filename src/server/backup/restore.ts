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
import { DATABASE_FILE, openEmbedded } from '#server/database/embedded.ts'
import { holdDatabase } from '#server/database/snapshot.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import { syncFolder } from './folders.ts'
import type { Manifest } from './manifest.ts'
import { BackupProblem, sentenceOf } from './problem.ts'
import { endSessions } from './store.ts'
import { verifyBackup } from './verify.ts'

interface RestoreOrder {
  file: string
  dataDir: string
  /** Move what is there aside. */
  force: boolean
  clock: Clock
  /** Gives up, and leaves everything as it was. */
  signal: AbortSignal
}

export interface Restored {
  manifest: Manifest
  /** Where that is which stood in the data folder before. */
  kept: string | undefined
}

/**
 * Makes the data folder what a back-up holds, with nobody signed in. It is unpacked and verified beside the folder first,
 * so that the site is there whole or not at all. Throws one sentence; then nothing has changed.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  try {
    return await restoreInto(order, await lookAt(order.dataDir))
  } catch (error) {
    if (order.signal.aborted) throw new BackupProblem('The restoration was interrupted. Nothing has changed.')
    throw new BackupProblem(sentenceOf(error, `The back-up ${order.file} cannot be restored`), {
      cause: error,
    })
  }
}

/** The data folder before: whether it is there, what is in it, and where its neighbours can be made. */
interface Target {
  isThere: boolean
  names: string[]
  /** The folder around it; the data folder itself where that is a disk of its own or nobody may write around it. */
  base: string
}

async function lookAt(dataDir: string): Promise<Target> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const parent = dirname(dataDir)
  if (!names) {
    await mkdir(parent, { recursive: true })
    return { isThere: false, names: [], base: parent }
  }
  const isMovable =
    (await lstat(dataDir)).dev === (await stat(parent)).dev && !(await lstat(dataDir)).isSymbolicLink()
  const base = isMovable && (await mayWrite(parent)) ? parent : dataDir
  // Every new disk has this folder.
  return { isThere: true, names: names.filter((name) => name !== 'lost+found'), base }
}

const mayWrite = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

async function restoreInto(order: RestoreOrder, target: Target): Promise<Restored> {
  const { file, dataDir, force, signal } = order
  if (target.names.length > 0 && !force) {
    throw new BackupProblem(
      `${dataDir} (DATA_DIR) is not empty. Name another folder, or use --force: what is there is then moved aside.`,
    )
  }
  const release = target.names.includes(DATABASE_FILE) ? holdDatabase(dataDir) : () => {}
  if (!release) throw new BackupProblem(`A site is running on ${dataDir}. Stop it first.`)
  let staging: string | undefined
  try {
    await stat(file)
    staging = await mkdtemp(join(target.base, `.${basename(dataDir)}-restore-`))
    const folder = staging
    const onManifest = (manifest: Manifest) => checkRoom(folder, manifest)
    const manifest = await verifyBackup(file, { folder, keep: true, onManifest, signal })
    await mkdir(join(folder, 'media'), { recursive: true })
    await makeUsable(folder)
    signal.throwIfAborted()
    const kept = target.names.length > 0 ? keptName(order, target.base) : undefined
    if (target.base === dataDir) await swapContents(dataDir, { folder, kept, names: target.names })
    else await swapFolders(dataDir, { folder, kept, isThere: target.isThere })
    await syncFolder(target.base)
    return { manifest, kept }
  } finally {
    release()
    if (staging) await rm(staging, { recursive: true, force: true })
  }
}

/** Brings the database up to date, as a start would, and ends sessions: some were ended since the back-up was made. */
async function makeUsable(folder: string): Promise<void> {
  const db = await openEmbedded(folder)
  try {
    await endSessions(db)
  } finally {
    await db.destroy()
  }
}

async function checkRoom(folder: string, { database, media }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = database.bytes + media.bytes
  if (needed < bavail * bsize) return
  throw new BackupProblem(
    `There is no room for this back-up: it needs ${Math.ceil(needed / 1e6)} MB, and ${Math.floor((bavail * bsize) / 1e6)} MB are free.`,
  )
}

/** 'data-before-restore-2026-11-21T14-02-11Z' */
function keptName({ dataDir, clock }: RestoreOrder, base: string): string {
  const at = timestamp(clock()).replace(/\.\d+/, '').replaceAll(':', '-')
  return join(base, `${basename(dataDir)}-before-restore-${at}`)
}

async function swapFolders(
  dataDir: string,
  { folder, kept, isThere }: { folder: string; kept: string | undefined; isThere: boolean },
): Promise<void> {
  if (isThere) await chmod(folder, (await stat(dataDir)).mode & 0o777)
  if (kept) await rename(dataDir, kept)
  else if (isThere) await rmdir(dataDir)
  try {
    await rename(folder, dataDir)
  } catch (error) {
    if (kept) await rename(kept, dataDir)
    throw error
  }
}

/** The database comes last: without it, nothing takes the folder for a site. */
async function swapContents(
  dataDir: string,
  { folder, kept, names }: { folder: string; kept: string | undefined; names: string[] },
): Promise<void> {
  if (kept) {
    await mkdir(kept)
    for (const name of names) await rename(join(dataDir, name), join(kept, name))
  }
  for (const name of ['media', DATABASE_FILE]) await rename(join(folder, name), join(dataDir, name))
}
