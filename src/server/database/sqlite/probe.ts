import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { classifyStorageError } from '#server/kernel/http/storage-error.ts'

/** More than the page cache of the probe holds, so that SQLite writes to the disk before the end of the transaction. */
const PROBE_BYTES = 65_536
const RETRY_DELAY_MS = 50

/**
 * Writes to the database file and rolls back. Rejects when the file is missing, the disk is full, or another program holds
 * the write lock for longer than `timeoutMs`. Waits for the lock without blocking this thread, and does not sync the disk.
 */
export async function probeDatabase(file: string, timeoutMs: number): Promise<void> {
  const url = pathToFileURL(file)
  // Never creates a missing file.
  url.searchParams.set('mode', 'rw')
  for (let waitedMs = 0; ; waitedMs += RETRY_DELAY_MS) {
    try {
      return writeAndRollBack(url)
    } catch (error) {
      if (classifyStorageError(error) !== 'locked' || waitedMs >= timeoutMs) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
}

/** Uses its own connection, which opens the file that is at the path now and never waits for a lock. */
function writeAndRollBack(url: URL): void {
  // Closing rolls back an open transaction.
  using sqlite = new DatabaseSync(url, { timeout: 0 })
  sqlite.exec(`
    pragma cache_size = 1;
    begin immediate;
    create table probe (bytes);
    insert into probe values (zeroblob(${PROBE_BYTES}));
    rollback;
  `)
}
