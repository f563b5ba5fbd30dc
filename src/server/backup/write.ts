import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { createArchiveEnd, generateFileEntry, generateTextEntry } from './archive/archive-writer.ts'
import { exists, getPartialPath, getStagingPrefix, syncFolder } from './archive/file-utils.ts'
import {
  CHECKSUMS_ENTRY,
  DATABASE_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  toEntryPath,
} from './archive/manifest.ts'
import { takeSnapshot } from './database-snapshot.ts'
import { BackupError, getUserMessage } from './errors.ts'
import { type BackupPlan, type FileStore, planBackup } from './plan.ts'
import { formatChecksums, verifyBackup } from './verify.ts'

/** The sweep may delete a picture between the plan and the copy. It runs every few hours, so that the second attempt succeeds. */
const MAX_ATTEMPTS = 2

interface BackupOptions {
  dataDir: string
  /** Called once the site is known to exist. */
  openFiles: () => Promise<FileStore>
  /** The path of the archive. */
  file: string
  /** The version of the program. */
  app: string
  /** Replaces an existing file, and the partial file of an interrupted backup. */
  force: boolean
  clock: Clock
  /** Aborts and deletes the partial file. */
  signal: AbortSignal
}

export interface Backup {
  file: string
  bytes: number
  manifest: Manifest
}

type StagedBackupOptions = BackupOptions & { staging: string; stored: FileStore }

/**
 * Writes the database and all files of a site, which may be running, to one archive, verifies it, and only then renames it to
 * its final name. Throws `BackupError` when that fails, and leaves no file.
 */
export async function writeBackup(options: BackupOptions): Promise<Backup> {
  const file = resolve(options.file)
  let staging: string | undefined
  try {
    if (!(await exists(join(options.dataDir, DATABASE_FILE))))
      throw new BackupError(`There is no site in ${options.dataDir} (DATA_DIR).`)
    if (!options.force && (await exists(file)))
      throw new BackupError(`${file} already exists. Choose another name, or replace it with --force.`)
    const stored = await options.openFiles()
    staging = await createStagingFolder(options.dataDir)
    return await writePartial({ ...options, file, staging, stored })
  } catch (error) {
    if (options.signal.aborted) throw new BackupError('The backup was interrupted. No file was left.')
    throw new BackupError(getUserMessage(error, `The backup ${file} cannot be written`), { cause: error })
  } finally {
    if (staging) await rm(staging, { recursive: true, force: true })
  }
}

/** Creates a folder in DATA_DIR/tmp, which every start of the site empties of what ended processes have left. */
async function createStagingFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'tmp')
  await mkdir(folder, { recursive: true })
  return mkdtemp(join(folder, getStagingPrefix(process.pid)))
}

async function writePartial(options: StagedBackupOptions): Promise<Backup> {
  const { file, staging, force, signal } = options
  const partial = getPartialPath(file)
  if (force) await rm(partial, { force: true })
  await createPartial(partial)
  try {
    await writeWithRetries(options, partial)
    const folder = await mkdtemp(join(staging, 'read-back-'))
    const manifest = await verifyBackup(partial, { folder, extract: false, signal })
    signal.throwIfAborted()
    if (!force && (await exists(file)))
      throw new BackupError(`${file} was written by another process in the meantime.`)
    const { size } = await stat(partial)
    await rename(partial, file)
    await syncFolder(dirname(file))
    return { file, bytes: size, manifest }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function createPartial(partial: string): Promise<void> {
  try {
    await (await open(partial, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new BackupError(
      `${partial} exists: another backup is being written, or one was interrupted. In the second case, use --force.`,
    )
  }
  await chmod(partial, 0o600)
}

async function writeWithRetries(options: StagedBackupOptions, partial: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeArchive(options, { partial, isLast: attempt === MAX_ATTEMPTS })
    } catch (error) {
      const isMissing =
        error instanceof FileMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!isMissing || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** A file that the database names is not in the storage. */
class FileMissingError extends Error {}

async function writeArchive(
  { dataDir, stored, staging, app, clock, signal }: StagedBackupOptions,
  { partial, isLast }: { partial: string; isLast: boolean },
): Promise<void> {
  const snapshot = join(staging, DATABASE_FILE)
  await rm(snapshot, { force: true })
  const at = clock()
  takeSnapshot(dataDir, snapshot)
  signal.throwIfAborted()
  const plan = await planBackup({ snapshot, stored, app, madeAt: toIso(at) })
  if (plan.manifest.media.missing.length > 0 && !isLast) throw new FileMissingError()
  const output = createWriteStream(partial, { flags: 'w', flush: true })
  // Pictures do not compress; the level is for the database.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  await pipeline(generateEntries(plan, { snapshot, stored, at }), gzip, output, { signal })
  await rm(snapshot)
}

async function* generateEntries(
  plan: BackupPlan,
  { snapshot, stored, at }: { snapshot: string; stored: FileStore; at: Date },
): AsyncGenerator<Buffer> {
  const { manifest, files } = plan
  yield* generateTextEntry(MANIFEST_ENTRY, `${JSON.stringify(manifest, null, 2)}\n`, at)
  const database = { path: DATABASE_ENTRY, bytes: manifest.database.bytes }
  yield* generateFileEntry({ ...database, content: createReadStream(snapshot) }, at)
  const checksums = new Map<string, string>()
  for (const { path, bytes } of files) {
    const entry = toEntryPath(path)
    const file = await stored.open(path)
    if (!file) throw new FileMissingError()
    checksums.set(entry, yield* generateFileEntry({ path: entry, bytes, content: file.stream }, at))
  }
  yield* generateTextEntry(CHECKSUMS_ENTRY, formatChecksums(checksums), at)
  yield createArchiveEnd()
}
