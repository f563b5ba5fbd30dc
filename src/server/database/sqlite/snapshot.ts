import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_FILE } from './open.ts'

/** A site that writes holds its lock for less; beyond that something is wrong. */
const BUSY_TIMEOUT_MS = 10_000
/** Commands that look into a database for a moment are gone by then; a running site is not. */
const LOCK_TIMEOUT_MS = 1500
/** SQLite's codes: another connection has the file open; the file is no database; it is damaged. */
const SQLITE_BUSY = 5
const NOT_A_DATABASE_CODES = [11, 14, 26]

/** What stands in a database file. */
export interface DatabaseContents {
  /** Rows of every table, by its name; derived text indexes are not counted. */
  rows: Record<string, number>
  /** The last migration it went through. */
  schemaVersion: string
}

/**
 * Copies the site's database to `to`, as it is at one moment, while others go on writing to it. VACUUM INTO is one read
 * transaction: it holds up no writer (decision 0126 has the figures), and what was deleted does not travel along in free
 * pages. Throws when there is no database, or when it cannot be read or copied.
 */
export async function takeSnapshot(dataDir: string, to: string): Promise<void> {
  const file = join(dataDir, DATABASE_FILE)
  await stat(file)
  withDatabase(file, (sqlite) => sqlite.prepare('vacuum into ?').run(to))
}

/** Counts what a database file holds, and calls `onPicture` with the files of every picture it names, below media/. */
export function inspectDatabase(file: string, onMediaFile: (path: string) => void): DatabaseContents {
  return withDatabase(file, (sqlite) => {
    for (const media of sqlite.prepare('select id, widths_json, avif_at from media order by id').iterate())
      for (const path of listMediaFiles(media as unknown as MediaRow)) onMediaFile(path)
    const latest = sqlite.prepare('select max(name) as level from kysely_migration').get()
    return { rows: countRows(sqlite), schemaVersion: String(latest?.level) }
  })
}

/** What SQLite says is wrong inside a database file; undefined for a sound one. */
export function findCorruption(file: string): string | undefined {
  const result = withDatabase(file, (sqlite) => sqlite.prepare('pragma integrity_check(1)').get())
  const verdict = String(result?.integrity_check)
  return verdict === 'ok' ? undefined : verdict
}

/**
 * Keeps every other process out of a site's database until the answer is called. Undefined when another process has it
 * open. A folder without a database, or with one that cannot be read, is nobody's.
 */
export function lockExclusively(dataDir: string): (() => void) | undefined {
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = new DatabaseSync(join(dataDir, DATABASE_FILE), { timeout: LOCK_TIMEOUT_MS })
    // Only who has the file to himself can leave the write-ahead log; then a rename mixes no side files up either.
    sqlite.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    sqlite?.close()
    const { errcode = 0 } = error as { errcode?: number }
    if ((errcode & 0xff) === SQLITE_BUSY) return undefined
    if (!NOT_A_DATABASE_CODES.includes(errcode & 0xff)) throw error
    return () => {}
  }
  return () => sqlite.close()
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
