import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isKnownMigration } from '#server/database/migrate.ts'
import { findCorruption, inspectDatabase } from '#server/database/sqlite/snapshot.ts'
import { type ArchiveEntry, readArchive } from './archive-reader.ts'
import { BackupError } from './errors.ts'
import {
  CHECKSUMS_ENTRY,
  DATABASE_ENTRY,
  FORMAT_VERSION,
  isMediaEntry,
  MANIFEST_ENTRY,
  Manifest,
  MEDIA_PREFIX,
} from './manifest.ts'

const MAX_MANIFEST_BYTES = 64_000_000
const MAX_CHECKSUMS_BYTES = 512_000_000

interface VerifyOptions {
  /** Where the database is unpacked to be looked into. */
  folder: string
  /** Unpack the pictures as well, and have everything on the disk before this returns. */
  extract: boolean
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
  { folder, extract, onManifest, signal }: VerifyOptions,
): Promise<Manifest> {
  const checksums = new Map<string, string>()
  let manifest: Manifest | undefined
  let listedChecksums: string | undefined
  let mediaBytes = 0
  const damagedError = (what: string) => new BackupError(`${file} is damaged: ${what}.`)

  async function onEntry(entry: ArchiveEntry): Promise<void> {
    const { path } = entry
    if (!manifest) {
      if (path !== MANIFEST_ENTRY) throw new BackupError(`${file} is no back-up of Capstan.`)
      manifest = parseManifest(file, await readText(entry, MAX_MANIFEST_BYTES))
      await onManifest?.(manifest)
    } else if (path === DATABASE_ENTRY || isMediaEntry(path)) {
      if (checksums.has(path)) throw damagedError(`${path} is in it twice`)
      if (path !== DATABASE_ENTRY) mediaBytes += entry.bytes
      const to = path === DATABASE_ENTRY || extract ? join(folder, path) : undefined
      checksums.set(path, await unpackEntry(entry, to, extract))
    } else if (path === CHECKSUMS_ENTRY && listedChecksums === undefined)
      listedChecksums = await readText(entry, MAX_CHECKSUMS_BYTES)
    else throw new BackupError(`${file} holds ${path}, which no back-up of Capstan holds.`)
  }

  await readArchive(file, { onEntry, signal })
  if (!manifest || listedChecksums === undefined) throw damagedError('its end is missing')
  const { database, media } = manifest
  if (checksums.get(DATABASE_ENTRY) !== database.sha256)
    throw damagedError('the database is not what was backed up')
  checksums.delete(DATABASE_ENTRY)
  if (
    checksums.size !== media.files ||
    mediaBytes !== media.bytes ||
    listedChecksums !== formatChecksums(checksums)
  )
    throw damagedError('its pictures are not what was backed up')
  const mismatch = findDatabaseMismatch(join(folder, DATABASE_ENTRY), manifest, checksums)
  if (mismatch) throw damagedError(mismatch)
  return manifest
}

/** The sums of the pictures as `sha256sum --check` reads them. */
export const formatChecksums = (checksums: Map<string, string>): string =>
  [...checksums].map(([path, sum]) => `${sum}  ${path}\n`).join('')

function parseManifest(file: string, text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new BackupError(`${file} is no back-up of Capstan.`, { cause })
  }
  const { format, level } = Object(value) as Partial<Manifest>
  if (Number(format) > FORMAT_VERSION || (typeof level === 'string' && !isKnownMigration(level))) {
    throw new BackupError(
      `${file} was made by a newer version of Capstan. Restore it with that version or a later one.`,
    )
  }
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) throw new BackupError(`${file} is no back-up of Capstan.`, { cause: parsed.error })
  return parsed.data
}

/** What is wrong with an unpacked database; undefined when it is as the manifest says and names no picture in vain. */
function findDatabaseMismatch(
  path: string,
  manifest: Manifest,
  checksums: Map<string, string>,
): string | undefined {
  const damage = findCorruption(path)
  if (damage) return `its database is not sound (${damage})`
  const missing = new Set(manifest.media.missing)
  let missingPicture: string | undefined
  const { rows, schemaVersion } = inspectDatabase(path, (picture) => {
    if (!checksums.has(MEDIA_PREFIX + picture) && !missing.has(picture)) missingPicture ??= picture
  })
  if (schemaVersion !== manifest.level)
    return `its database is of step ${schemaVersion}, not ${manifest.level}`
  const counted = JSON.stringify(rows)
  if (counted !== JSON.stringify(manifest.database.rows))
    return 'its database does not have the rows that were backed up'
  return missingPicture && `the picture ${missingPicture} is missing`
}

async function readText({ path, bytes, content }: ArchiveEntry, maxBytes: number): Promise<string> {
  if (bytes > maxBytes) throw new BackupError(`The entry ${path} is too large for a back-up of Capstan.`)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Reads an entry to its end and answers its sum; writes it to `to`, which may not be there yet. */
async function unpackEntry(
  { content }: ArchiveEntry,
  to: string | undefined,
  sync: boolean,
): Promise<string> {
  const hash = createHash('sha256')
  if (to) await mkdir(dirname(to), { recursive: true })
  const output = to ? await open(to, 'wx', 0o600) : undefined
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await output?.writeFile(chunk)
    }
    if (sync) await output?.sync()
  } finally {
    await output?.close()
  }
  return hash.digest('hex')
}
