import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isKnownStep } from '#server/database/migrate.ts'
import { findDamage, readContents } from '#server/database/snapshot.ts'
import { type ArchiveEntry, readArchive } from './archive-reader.ts'
import {
  DATABASE_ENTRY,
  FORMAT,
  isMediaEntry,
  MANIFEST_ENTRY,
  Manifest,
  MEDIA_PREFIX,
  SUMS_ENTRY,
} from './manifest.ts'
import { BackupProblem } from './problem.ts'

const MOST_MANIFEST_BYTES = 64_000_000
const MOST_SUMS_BYTES = 512_000_000

interface Verification {
  /** Where the database is unpacked to be looked into. */
  folder: string
  /** Unpack the pictures as well, and have everything on the disk before this returns. */
  keep: boolean
  /** Called before anything is unpacked; may refuse. */
  onManifest?: (manifest: Manifest) => Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * Reads a back-up from its first byte to its last and compares it with what it says of itself: every file's size and sum,
 * the rows of every table, and that every picture the database names is there. Throws one sentence when it is not whole,
 * holds anything else, or comes from a newer version.
 */
export async function verifyBackup(
  file: string,
  { folder, keep, onManifest, signal }: Verification,
): Promise<Manifest> {
  const sums = new Map<string, string>()
  let manifest: Manifest | undefined
  let listed: string | undefined
  let mediaBytes = 0
  const broken = (what: string) => new BackupProblem(`${file} is damaged: ${what}.`)

  async function use(entry: ArchiveEntry): Promise<void> {
    const { path } = entry
    if (!manifest) {
      if (path !== MANIFEST_ENTRY) throw new BackupProblem(`${file} is no back-up of Capstan.`)
      manifest = readManifest(file, await readText(entry, MOST_MANIFEST_BYTES))
      await onManifest?.(manifest)
    } else if (path === DATABASE_ENTRY || isMediaEntry(path)) {
      if (sums.has(path)) throw broken(`${path} is in it twice`)
      if (path !== DATABASE_ENTRY) mediaBytes += entry.bytes
      const to = path === DATABASE_ENTRY || keep ? join(folder, path) : undefined
      sums.set(path, await unpack(entry, to, keep))
    } else if (path === SUMS_ENTRY && listed === undefined) listed = await readText(entry, MOST_SUMS_BYTES)
    else throw new BackupProblem(`${file} holds ${path}, which no back-up of Capstan holds.`)
  }

  await readArchive(file, { use, signal })
  if (!manifest || listed === undefined) throw broken('its end is missing')
  const { database, media } = manifest
  if (sums.get(DATABASE_ENTRY) !== database.sha256) throw broken('the database is not what was backed up')
  sums.delete(DATABASE_ENTRY)
  if (sums.size !== media.files || mediaBytes !== media.bytes || listed !== sumLines(sums))
    throw broken('its pictures are not what was backed up')
  const wrong = compareDatabase(join(folder, DATABASE_ENTRY), manifest, sums)
  if (wrong) throw broken(wrong)
  return manifest
}

/** The sums of the pictures as `sha256sum --check` reads them. */
export const sumLines = (sums: Map<string, string>): string =>
  [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')

function readManifest(file: string, text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new BackupProblem(`${file} is no back-up of Capstan.`, { cause })
  }
  const { format, level } = Object(value) as Partial<Manifest>
  if (Number(format) > FORMAT || (typeof level === 'string' && !isKnownStep(level))) {
    throw new BackupProblem(
      `${file} was made by a newer version of Capstan. Restore it with that version or a later one.`,
    )
  }
  const read = Manifest.safeParse(value)
  if (!read.success) throw new BackupProblem(`${file} is no back-up of Capstan.`, { cause: read.error })
  return read.data
}

/** What is wrong with an unpacked database; undefined when it is as the manifest says and names no picture in vain. */
function compareDatabase(path: string, manifest: Manifest, sums: Map<string, string>): string | undefined {
  const damage = findDamage(path)
  if (damage) return `its database is not sound (${damage})`
  const missing = new Set(manifest.media.missing)
  let lost: string | undefined
  const { rows, level } = readContents(path, (picture) => {
    if (!sums.has(MEDIA_PREFIX + picture) && !missing.has(picture)) lost ??= picture
  })
  if (level !== manifest.level) return `its database is of step ${level}, not ${manifest.level}`
  const counted = JSON.stringify(rows)
  if (counted !== JSON.stringify(manifest.database.rows))
    return 'its database does not have the rows that were backed up'
  return lost && `the picture ${lost} is missing`
}

async function readText({ path, bytes, content }: ArchiveEntry, mostBytes: number): Promise<string> {
  if (bytes > mostBytes) throw new BackupProblem(`The entry ${path} is too large for a back-up of Capstan.`)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Reads an entry to its end and answers its sum; writes it to `to`, which may not be there yet. */
async function unpack({ content }: ArchiveEntry, to: string | undefined, sync: boolean): Promise<string> {
  const hash = createHash('sha256')
  if (to) await mkdir(dirname(to), { recursive: true })
  const written = to ? await open(to, 'wx', 0o600) : undefined
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await written?.writeFile(chunk)
    }
    if (sync) await written?.sync()
  } finally {
    await written?.close()
  }
  return hash.digest('hex')
}
