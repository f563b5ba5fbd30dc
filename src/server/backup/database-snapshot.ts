import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_FILE } from '#server/database/sqlite/file.ts'

/** A running site holds its write lock for less. */
const BUSY_TIMEOUT_MS = 10_000

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
export function takeSnapshot(dataDir: string, to: string): void {
  using sqlite = openForReading(join(dataDir, DATABASE_FILE))
  sqlite.prepare('vacuum into ?').run(to)
  removeVisits(to)
}

/** With the salt of a day, events could be traced to addresses for as long as the backup is kept (decision 0243). */
function removeVisits(file: string): void {
  using sqlite = new DatabaseSync(file)
  sqlite.exec('pragma secure_delete = on')
  for (const table of ['visitor_event', 'visitor_salt'])
    if (hasTable(sqlite, table)) sqlite.exec(`delete from ${table}`)
}

/**
 * Counts the rows of a database file, and calls `onFile` with the path of every file it names: '{id}/{width}.webp' for
 * pictures, 'attachments/{id}/file' for attachments, 'documents/{id}/file' for documents.
 */
export function inspectDatabase(file: string, onFile: (path: string) => void): DatabaseContents {
  using sqlite = openForReading(file)
  for (const media of sqlite.prepare('select id, widths_json, avif_at from media order by id').iterate())
    for (const path of listMediaFiles(media as unknown as MediaRow)) onFile(path)
  // Backups of older versions lack some of the tables.
  for (const [table, selectIds] of FILE_QUERIES)
    if (hasTable(sqlite, table))
      for (const { folder, id } of sqlite.prepare(selectIds).iterate()) onFile(`${folder}/${id}/file`)
  const latest = sqlite.prepare('select max(name) as name from kysely_migration').get()
  return { rows: countRows(sqlite), schemaVersion: String(latest?.name) }
}

/** The files that are not pictures. */
const FILE_QUERIES: [table: string, selectIds: string][] = [
  ['attachment', `select 'attachments' as folder, id from attachment order by id`],
  [
    'item_document',
    `select distinct 'documents' as folder, blob_id as id from item_document order by blob_id`,
  ],
  [
    'quotation_document',
    `select 'documents' as folder, file_id as id from quotation_document order by file_id`,
  ],
  ['site_file', `select 'documents' as folder, id from site_file order by id`],
]

/** The first error of SQLite's integrity check; undefined for an intact file. */
export function findCorruption(file: string): string | undefined {
  using sqlite = openForReading(file)
  const verdict = String(sqlite.prepare('pragma integrity_check(1)').get()?.integrity_check)
  return verdict === 'ok' ? undefined : verdict
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

const hasTable = (sqlite: DatabaseSync, name: string): boolean =>
  sqlite.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(name) !== undefined

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

const openForReading = (file: string) => new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
