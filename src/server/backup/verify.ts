import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isKnownMigration } from '#server/database/migrate.ts'
import { type ArchiveEntry, readArchive } from './archive/archive-reader.ts'
import {
  CHECKSUMS_ENTRY,
  DATABASE_ENTRY,
  FORMAT_VERSION,
  isFileEntry,
  MANIFEST_ENTRY,
  Manifest,
  toEntryPath,
} from './archive/manifest.ts'
import { findCorruption, inspectDatabase } from './database-snapshot.ts'
import { BackupError } from './errors.ts'

const MAX_MANIFEST_BYTES = 64_000_000
const MAX_CHECKSUMS_BYTES = 512_000_000

interface VerifyOptions {
  /** The folder in which the database is unpacked and inspected. */
  folder: string
  /** Unpacks all other files as well, and syncs every file to the disk. */
  extract: boolean
  /** Called before anything is unpacked; may throw. */
  onManifest?: (manifest: Manifest) => Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * Reads a complete backup and compares it with its manifest: the size and checksum of every file, the number of rows of
 * every table, and that every picture and attachment in the database exists. Throws `BackupError` when the backup is incomplete,
 * contains other files, or was written by a newer version.
 */
export async function verifyBackup(
  file: string,
  { folder, extract, onManifest, signal }: VerifyOptions,
): Promise<Manifest> {
  const checksums = new Map<string, string>()
  let manifest: Manifest | undefined
  let listedChecksums: string | undefined
  let mediaBytes = 0
  const damagedError = (reason: string) => new BackupError(`${file} is damaged: ${reason}.`)

  async function onEntry(entry: ArchiveEntry): Promise<void> {
    const { path } = entry
    if (!manifest) {
      if (path !== MANIFEST_ENTRY) throw new BackupError(`${file} is not a Capstan backup.`)
      manifest = parseManifest(file, await readText(entry, MAX_MANIFEST_BYTES))
      await onManifest?.(manifest)
    } else if (path === DATABASE_ENTRY || isFileEntry(path)) {
      if (checksums.has(path)) throw damagedError(`it contains ${path} twice`)
      if (path !== DATABASE_ENTRY) mediaBytes += entry.bytes
      const to = path === DATABASE_ENTRY || extract ? join(folder, path) : undefined
      checksums.set(path, await unpackEntry(entry, to, extract))
    } else if (path === CHECKSUMS_ENTRY && listedChecksums === undefined)
      listedChecksums = await readText(entry, MAX_CHECKSUMS_BYTES)
    else throw new BackupError(`${file} contains ${path}, which is not part of a Capstan backup.`)
  }

  await readArchive(file, { onEntry, signal })
  if (!manifest || listedChecksums === undefined) throw damagedError('its end is missing')
  const { database, media } = manifest
  if (checksums.get(DATABASE_ENTRY) !== database.sha256)
    throw damagedError('the database has another checksum')
  checksums.delete(DATABASE_ENTRY)
  if (
    checksums.size !== media.files ||
    mediaBytes !== media.bytes ||
    listedChecksums !== formatChecksums(checksums)
  )
    throw damagedError('the pictures have other checksums')
  const mismatch = findDatabaseMismatch(join(folder, DATABASE_ENTRY), manifest, checksums)
  if (mismatch) throw damagedError(mismatch)
  return manifest
}

/** The checksums of the pictures in the format of `sha256sum --check`. */
export const formatChecksums = (checksums: Map<string, string>): string =>
  [...checksums].map(([path, sum]) => `${sum}  ${path}\n`).join('')

function parseManifest(file: string, text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new BackupError(`${file} is not a Capstan backup.`, { cause })
  }
  const { format, level } = Object(value) as Partial<Manifest>
  if (Number(format) > FORMAT_VERSION || (typeof level === 'string' && !isKnownMigration(level))) {
    throw new BackupError(
      `${file} was written by a newer version of Capstan. Restore it with that version or a later one.`,
    )
  }
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) throw new BackupError(`${file} is not a Capstan backup.`, { cause: parsed.error })
  return parsed.data
}

/** The first difference between an unpacked database and the manifest and files of its backup; undefined without one. */
function findDatabaseMismatch(
  path: string,
  manifest: Manifest,
  checksums: Map<string, string>,
): string | undefined {
  const corruption = findCorruption(path)
  if (corruption) return `the database is corrupt (${corruption})`
  const missing = new Set(manifest.media.missing)
  let missingFile: string | undefined
  const { rows, schemaVersion } = inspectDatabase(path, (file) => {
    if (!checksums.has(toEntryPath(file)) && !missing.has(file)) missingFile ??= file
  })
  if (schemaVersion !== manifest.level)
    return `the database has the migration ${schemaVersion}, not ${manifest.level}`
  const counted = JSON.stringify(rows)
  if (counted !== JSON.stringify(manifest.database.rows)) return 'the database has other numbers of rows'
  return missingFile && `the file ${toEntryPath(missingFile)} is missing`
}

async function readText({ path, bytes, content }: ArchiveEntry, maxBytes: number): Promise<string> {
  if (bytes > maxBytes) throw new BackupError(`The entry ${path} is too large for a Capstan backup.`)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Reads an entry and returns its SHA-256. Writes it to the file `to`, which must not exist. */
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
