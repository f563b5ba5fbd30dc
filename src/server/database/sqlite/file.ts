import { DatabaseSync } from 'node:sqlite'

/** The name of the database file in the data folder. */
export const DATABASE_FILE = 'capstan.sqlite'

/** Opens the file, or creates it. Every write is on the disk before it is acknowledged. */
export function openSqliteFile(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: true })
  sqlite.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma cache_size = -65536;
    pragma mmap_size = 268435456;
    pragma temp_store = memory;
  `)
  return sqlite
}
