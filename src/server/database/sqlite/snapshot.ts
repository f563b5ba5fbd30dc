import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { classifyStorageError, isCorruption } from '#server/kernel/storage-error.ts'
import { DATABASE_FILE } from './file.ts'

/** A running site holds its write lock for less. */
const BUSY_TIMEOUT_MS = 10_000
/** A command that reads the database has ended by then; a running site has not. */
const LOCK_TIMEOUT_MS = 1500

export interface DatabaseContents {
  /** The number of rows of every table, by its name, without the derived text indexes. */
  rows: Record<string, number>
  /** The key of the last migration. */
  schemaVersion: string
}

/**
 * Copies the database in `dataDir` to the file `to`, as of one moment, while the site goes on writing. VACUUM INTO is one
 * read transaction: it blocks no writer (decision 0126), and leaves out deleted rows in free pages. Throws when there is no
 * database, or when it cannot be read or copied.
 */
export async function takeSnapshot(dataDir: string, to: string): Promise<void> {
  const file = join(dataDir, DATABASE_FILE)
  await stat(file)
  withDatabase(file, (sqlite) => sqlite.prepare('vacuum into ?').run(to))
}

/** Counts the rows of a database file, and calls `onMediaFile` with the path below media/ of every picture file it names. */
export function inspectDatabase(file: string, onMediaFile: (path: string) => void): DatabaseContents {
  return withDatabase(file, (sqlite) => {
    for (const media of sqlite.prepare('select id, widths_json, avif_at from media order by id').iterate())
      for (const path of listMediaFiles(media as unknown as MediaRow)) onMediaFile(path)
    const latest = sqlite.prepare('select max(name) as name from kysely_migration').get()
    return { rows: countRows(sqlite), schemaVersion: String(latest?.name) }
  })
}

/** The first error of SQLite's integrity check; undefined for an intact file. */
export function findCorruption(file: string): string | undefined {
  const result = withDatabase(file, (sqlite) => sqlite.prepare('pragma integrity_check(1)').get())
  const verdict = String(result?.integrity_check)
  return verdict === 'ok' ? undefined : verdict
}

/**
 * Locks every other process out of the database in `dataDir` until the returned function is first called. Returns undefined when
 * another process has it open. Without a database, or with a damaged one, there is nothing to lock.
 */
export function lockExclusively(dataDir: string): (() => void) | undefined {
  const file = join(dataDir, DATABASE_FILE)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return () => {}
  const sqlite = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS })
  try {
    // Only the sole user of a file can end write-ahead logging, which also removes the side files before a rename.
    sqlite.exec('pragma journal_mode = delete; begin exclusive')
    return () => {
      if (sqlite.isOpen) sqlite.close()
    }
  } catch (error) {
    sqlite.close()
    if (classifyStorageError(error) === 'locked') return undefined
    if (!isCorruption(error)) throw error
    return () => {}
  }
}

interface MediaRow {
  id: string
  widths_json: string
  avif_at: string | null
}

function listMediaFiles({ id, widths_json, avif_at }: MediaRow): string[] {
  const formats = avif_at === null ? ['webp'] : ['webp', 'avif']
  const widths: number[] = JSON.parse(widths_json)
  return widths.flatMap((width) => formats.map((format) => `${id}/${width}.${format}`))
}

function countRows(sqlite: DatabaseSync): Record<string, number> {
  const tables = sqlite
    .prepare(
      `select name from pragma_table_list where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => {
      const result = sqlite.prepare(`select count(*) as rows from "${name}"`).get()
      return [String(name), Number(result?.rows)]
    }),
  )
}

function withDatabase<Result>(file: string, read: (sqlite: DatabaseSync) => Result): Result {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    return read(sqlite)
  } finally {
    sqlite.close()
  }
}
