import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readContents } from '#server/database/snapshot.ts'
import { FORMAT, isMediaEntry, type Manifest, MEDIA_PREFIX } from './manifest.ts'

/** A file that the database does not name and that changed this lately may still be written to; it is made anew when needed. */
const SETTLED_AFTER_MS = 60_000

/** The pictures of the site, wherever they live. */
export interface SitePictures {
  /** All files of a picture, in no order. */
  files(id: string): Promise<{ name: string; bytes: number; changedAt: Date }[]>
  /** Undefined: the file is gone. */
  open(path: string): Promise<{ stream: Readable } | undefined>
}

/** A picture's file; `path` is below media/. */
interface PictureFile {
  path: string
  bytes: number
}

export interface Plan {
  manifest: Manifest
  pictures: PictureFile[]
}

/**
 * What goes into a back-up, told by the database's copy: every file of every picture that it names, and what else stands
 * with them. A picture's bytes are whole before its record is kept, so these files change no more.
 */
export async function planBackup(parts: {
  snapshot: string
  stored: SitePictures
  app: string
  madeAt: string
}): Promise<Plan> {
  const named = new Set<string>()
  const { rows, level } = readContents(parts.snapshot, (path) => named.add(path))
  const ids = new Set([...named].map((path) => path.split('/')[0]!))
  const pictures: PictureFile[] = []
  for (const id of [...ids].sort()) pictures.push(...(await filesOf(parts.stored, id, named)))
  const found = new Set(pictures.map(({ path }) => path))
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: parts.madeAt,
    app: parts.app,
    level,
    database: { bytes: (await stat(parts.snapshot)).size, sha256: await sumOf(parts.snapshot), rows },
    media: {
      files: pictures.length,
      bytes: pictures.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: [...named].filter((path) => !found.has(path)),
    },
  }
  return { manifest, pictures }
}

async function filesOf(stored: SitePictures, id: string, named: Set<string>): Promise<PictureFile[]> {
  return (await stored.files(id))
    .map(({ name, ...file }) => ({ path: `${id}/${name}`, ...file }))
    .filter(({ path }) => isMediaEntry(MEDIA_PREFIX + path))
    .filter(({ path, changedAt }) => named.has(path) || Date.now() - changedAt.getTime() > SETTLED_AFTER_MS)
    .map(({ path, bytes }) => ({ path, bytes }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
