import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inspectDatabase } from '#server/database/sqlite/snapshot.ts'
import { FORMAT_VERSION, isMediaEntry, type Manifest, MEDIA_PREFIX } from './manifest.ts'

/** A file that the database does not name and that changed this lately may still be written to; it is made anew when needed. */
const STABLE_AFTER_MS = 60_000

/** The pictures of the site, wherever they live. */
export interface PictureStore {
  /** All files of a picture, in no order. */
  listFiles(id: string): Promise<{ name: string; bytes: number; changedAt: Date }[]>
  /** Undefined: the file is gone. */
  open(path: string): Promise<{ stream: Readable } | undefined>
}

/** A picture's file; `path` is below media/. */
interface PictureFile {
  path: string
  bytes: number
}

export interface BackupPlan {
  manifest: Manifest
  pictures: PictureFile[]
}

/**
 * What goes into a back-up, told by the database's copy: every file of every picture that it names, and what else stands
 * with them. A picture's bytes are whole before its record is kept, so these files change no more.
 */
export async function planBackup(options: {
  snapshot: string
  stored: PictureStore
  app: string
  madeAt: string
}): Promise<BackupPlan> {
  const referenced = new Set<string>()
  const { rows, schemaVersion } = inspectDatabase(options.snapshot, (path) => referenced.add(path))
  const ids = new Set([...referenced].map((path) => path.split('/')[0]!))
  const pictures: PictureFile[] = []
  for (const id of [...ids].sort()) pictures.push(...(await listPictureFiles(options.stored, id, referenced)))
  const found = new Set(pictures.map(({ path }) => path))
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
      files: pictures.length,
      bytes: pictures.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: [...referenced].filter((path) => !found.has(path)),
    },
  }
  return { manifest, pictures }
}

async function listPictureFiles(
  stored: PictureStore,
  id: string,
  referenced: Set<string>,
): Promise<PictureFile[]> {
  return (await stored.listFiles(id))
    .map(({ name, ...file }) => ({ path: `${id}/${name}`, ...file }))
    .filter(({ path }) => isMediaEntry(MEDIA_PREFIX + path))
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
