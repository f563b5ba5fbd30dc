import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FORMAT_VERSION, isFileEntry, type Manifest, toEntryPath } from './archive/manifest.ts'
import { inspectDatabase } from './database-snapshot.ts'

/** A file that the database does not name may still be written to until this time after its last change. */
const STABLE_AFTER_MS = 60_000

/** The part of the site's files (media/storage/open-blob-storage.ts) that a backup reads. */
export interface FileStore {
  /** All files of a picture or attachment, unordered. */
  listFiles(id: string): Promise<{ name: string; bytes: number; changedAt: Date }[]>
  /** Undefined when the file does not exist. */
  open(path: string): Promise<{ stream: Readable } | undefined>
}

/** A file of a picture or attachment. */
interface PlannedFile {
  path: string
  bytes: number
}

export interface BackupPlan {
  manifest: Manifest
  files: PlannedFile[]
}

/**
 * Lists the content of a backup from the snapshot of the database: all files of every picture and attachment that it names.
 * Their files are complete before the record is inserted and never change afterwards.
 */
export async function planBackup(options: {
  snapshot: string
  stored: FileStore
  app: string
  madeAt: string
}): Promise<BackupPlan> {
  const referenced = new Set<string>()
  const { rows, schemaVersion } = inspectDatabase(options.snapshot, (path) => referenced.add(path))
  const ids = new Set([...referenced].map((path) => path.slice(0, path.lastIndexOf('/'))))
  const files: PlannedFile[] = []
  for (const id of [...ids].sort()) files.push(...(await listFiles(options.stored, id, referenced)))
  const found = new Set(files.map(({ path }) => path))
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    madeAt: options.madeAt,
    app: options.app,
    level: schemaVersion,
    database: {
      bytes: (await stat(options.snapshot)).size,
      sha256: await computeChecksum(options.snapshot),
      rows,
    },
    media: {
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: [...referenced].filter((path) => !found.has(path)),
    },
  }
  return { manifest, files }
}

async function listFiles(stored: FileStore, id: string, referenced: Set<string>): Promise<PlannedFile[]> {
  return (await stored.listFiles(id))
    .map(({ name, ...file }) => ({ path: `${id}/${name}`, ...file }))
    .filter(({ path }) => isFileEntry(toEntryPath(path)))
    .filter(
      ({ path, changedAt }) => referenced.has(path) || Date.now() - changedAt.getTime() > STABLE_AFTER_MS,
    )
    .map(({ path, bytes }) => ({ path, bytes }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function computeChecksum(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
