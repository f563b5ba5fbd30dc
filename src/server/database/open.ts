import type { Database, DatabaseSettings } from './db.ts'
import { openSqliteDatabase } from './sqlite/open.ts'

/**
 * Opens the database, and creates and migrates its tables as needed. The PostgreSQL driver is loaded only for
 * PostgreSQL. Throws an error with a message for the user when the database cannot be used, was written by a newer
 * version, or is missing although pictures exist.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (!settings.databaseUrl) return openSqliteDatabase(settings.dataDir)
  const { openPostgresDatabase } = await import('./postgres/open.ts')
  return openPostgresDatabase(settings.databaseUrl, settings.databaseReadUrl)
}
