import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { DATABASE_FILE } from '#server/database/embedded.ts'
import { takeSnapshot } from '#server/database/snapshot.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import { archiveEnd, fileEntry, textEntry } from './archive-writer.ts'
import { exists, partialOf, stagingPrefix, syncFolder } from './folders.ts'
import { DATABASE_ENTRY, MANIFEST_ENTRY, type Manifest, MEDIA_PREFIX, SUMS_ENTRY } from './manifest.ts'
import { type Plan, planBackup, type SitePictures } from './plan.ts'
import { BackupProblem, sentenceOf } from './problem.ts'
import { sumLines, verifyBackup } from './verify.ts'

/** A picture may go between two looks, when the sweep removes what nothing shows. It comes every few hours, so twice is enough. */
const TRIES = 2

interface BackupOrder {
  dataDir: string
  /** Asked once it is sure that there is a site. */
  openPictures: () => Promise<SitePictures>
  /** Where the archive is to be. */
  file: string
  /** The version of the program. */
  app: string
  /** Replace a file that is there, and a part of one that an interrupted back-up left. */
  force: boolean
  clock: Clock
  /** Gives up, and leaves nothing behind. */
  signal: AbortSignal
}

export interface Backup {
  file: string
  bytes: number
  manifest: Manifest
}

type StagedOrder = BackupOrder & { staging: string; stored: SitePictures }

/**
 * Writes the database and the pictures of a site, which may be running, into one archive, reads it back, and only then
 * gives it its name. Throws one sentence when that fails; then nothing is left of it.
 */
export async function writeBackup(order: BackupOrder): Promise<Backup> {
  const file = resolve(order.file)
  let staging: string | undefined
  try {
    if (!(await exists(join(order.dataDir, DATABASE_FILE))))
      throw new BackupProblem(`There is no site in ${order.dataDir} (DATA_DIR).`)
    if (!order.force && (await exists(file)))
      throw new BackupProblem(`${file} is there already. Choose another name, or replace it with --force.`)
    const stored = await order.openPictures()
    staging = await makeStaging(order.dataDir)
    return await writePartial({ ...order, file, staging, stored })
  } catch (error) {
    if (order.signal.aborted) throw new BackupProblem('The back-up was interrupted. Nothing is left of it.')
    throw new BackupProblem(sentenceOf(error, `The back-up ${file} cannot be written`), { cause: error })
  } finally {
    if (staging) await rm(staging, { recursive: true, force: true })
  }
}

/** Below the folder of forms under way: what a killed process leaves there goes when the site starts. */
async function makeStaging(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'tmp')
  await mkdir(folder, { recursive: true })
  return mkdtemp(join(folder, stagingPrefix(process.pid)))
}

async function writePartial(order: StagedOrder): Promise<Backup> {
  const { file, staging, force, signal } = order
  const partial = partialOf(file)
  if (force) await rm(partial, { force: true })
  await createPartial(partial)
  try {
    await writeTries(order, partial)
    const folder = await mkdtemp(join(staging, 'read-back-'))
    const manifest = await verifyBackup(partial, { folder, keep: false, signal })
    signal.throwIfAborted()
    if (!force && (await exists(file)))
      throw new BackupProblem(`${file} was written by somebody else meanwhile.`)
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
    throw new BackupProblem(
      `${partial} is there: another back-up is being written, or one was cut short. In the second case use --force.`,
    )
  }
  await chmod(partial, 0o600)
}

async function writeTries(order: StagedOrder, partial: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await writeArchive(order, { partial, isLast: tries === TRIES })
    } catch (error) {
      const isGone = error instanceof PictureGone || (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!isGone || tries === TRIES) throw error
    }
  }
}

/** A picture that the database names is not in the store. */
class PictureGone extends Error {}

async function writeArchive(
  { dataDir, stored, staging, app, clock, signal }: StagedOrder,
  { partial, isLast }: { partial: string; isLast: boolean },
): Promise<void> {
  const snapshot = join(staging, DATABASE_FILE)
  await rm(snapshot, { force: true })
  const at = clock()
  await takeSnapshot(dataDir, snapshot)
  signal.throwIfAborted()
  const plan = await planBackup({ snapshot, stored, app, madeAt: timestamp(at) })
  if (plan.manifest.media.missing.length > 0 && !isLast) throw new PictureGone()
  const output = createWriteStream(partial, { flags: 'w', flush: true })
  // Pictures cannot be made smaller; the level is for the database.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  await pipeline(entriesOf(plan, { snapshot, stored, at }), gzip, output, { signal })
  await rm(snapshot)
}

async function* entriesOf(
  plan: Plan,
  { snapshot, stored, at }: { snapshot: string; stored: SitePictures; at: Date },
): AsyncGenerator<Buffer> {
  const { manifest, pictures } = plan
  yield* textEntry(MANIFEST_ENTRY, `${JSON.stringify(manifest, null, 2)}\n`, at)
  const database = { path: DATABASE_ENTRY, bytes: manifest.database.bytes }
  yield* fileEntry({ ...database, content: createReadStream(snapshot) }, at)
  const sums = new Map<string, string>()
  for (const { path, bytes } of pictures) {
    const entry = MEDIA_PREFIX + path
    const file = await stored.open(path)
    if (!file) throw new PictureGone()
    sums.set(entry, yield* fileEntry({ path: entry, bytes, content: file.stream }, at))
  }
  yield* textEntry(SUMS_ENTRY, sumLines(sums), at)
  yield archiveEnd()
}
