import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { classifyStorageError, isCorruption } from '#server/kernel/http/storage-error.ts'

/** The name of the database file in the data folder. */
export const DATABASE_FILE = 'capstan.sqlite'
/** A command that reads the database has ended by then; a running site has not. */
const EXCLUSIVE_LOCK_TIMEOUT_MS = 1500
/** The time between two attempts to take the write lock; shorter than the pauses of an import. */
const LOCK_POLL_MS = 2

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

/**
 * Locks every other process out of the database in `dataDir` until the returned function is first called. Returns undefined when
 * another process has it open. Without a database, or with a damaged one, there is nothing to lock.
 */
export function lockExclusively(dataDir: string): (() => void) | undefined {
  const file = join(dataDir, DATABASE_FILE)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return () => {}
  const sqlite = new DatabaseSync(file, { timeout: EXCLUSIVE_LOCK_TIMEOUT_MS })
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

/**
 * Repeats `work`, which does not wait for the write lock, until no other process holds that lock. The thread is free between
 * the attempts. Throws the refusal of the last attempt after `timeoutMs`, and any other error at once.
 */
export async function retryWhileLocked(timeoutMs: number, work: () => void): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; ; await sleep(LOCK_POLL_MS)) {
    try {
      return work()
    } catch (error) {
      if (classifyStorageError(error) !== 'locked' || performance.now() > deadline) throw error
    }
  }
}
