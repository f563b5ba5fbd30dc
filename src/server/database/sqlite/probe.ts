import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { DATABASE_FILE } from './open.ts'

/** More than what the connection may keep to itself: SQLite writes it to the disk before the end of the transaction. */
const PROBE_BYTES = 65_536
const RETRY_DELAY_MS = 50
const SQLITE_BUSY = 5

/**
 * Writes to the database in `dataDir` and takes it back. Rejects when the file is gone, the disk is full, or somebody
 * holds the write lock longer than `patienceMs`. Waits without holding up this thread, and waits for no disk.
 */
export async function probeDatabase(dataDir: string, timeoutMs: number): Promise<void> {
  const file = pathToFileURL(join(dataDir, DATABASE_FILE))
  // Never creates what is missing.
  file.searchParams.set('mode', 'rw')
  for (let waitedMs = 0; ; waitedMs += RETRY_DELAY_MS) {
    try {
      return writeAndRollBack(file)
    } catch (error) {
      const isLocked = (error as { errcode?: number }).errcode === SQLITE_BUSY
      if (!isLocked || waitedMs >= timeoutMs) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
}

/** On a connection of its own, which sees what is at that path now, and never waits for a lock. */
function writeAndRollBack(file: URL): void {
  const sqlite = new DatabaseSync(file, { timeout: 0 })
  try {
    sqlite.exec(`
      pragma cache_size = 1;
      begin immediate;
      create table probe (bytes);
      insert into probe values (zeroblob(${PROBE_BYTES}));
      rollback;
    `)
  } finally {
    // Closing takes back whatever was begun.
    sqlite.close()
  }
}
