import { join } from 'node:path'
import { type DatabaseSettings, type Db, IMPORT_CONNECTION_NAME } from './db.ts'
import { toKysely } from './sqlite/dialect.ts'
import { DATABASE_FILE, openSqliteFile } from './sqlite/file.ts'

/**
 * Opens the database of the site in a child process. Commits of imports do not wait for the disk: after a power failure the
 * last transactions may be missing, each with the state of its rows, and are applied again.
 */
export async function openInChild(
  { dataDir, databaseUrl }: DatabaseSettings,
  { forImport = false } = {},
): Promise<Db> {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres/dialect.ts')
    return openPostgres(databaseUrl, { name: forImport ? IMPORT_CONNECTION_NAME : 'child', forImport })
  }
  const sqlite = openSqliteFile(join(dataDir, DATABASE_FILE))
  // Fewer checkpoints save a third of the time. The mapped file would count as memory of this process, and saves nothing.
  if (forImport)
    sqlite.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 8000; pragma mmap_size = 0')
  return toKysely(sqlite)
}
