/*
 * What is wrong when disk or database refuse, from the codes of SQLite (sqlite.org/rescode.html), of PostgreSQL
 * (appendix A of its manual) and of the file system.
 */

/**
 * 'full': no room left. 'held': somebody else is writing and does not end. 'crossed': two wrote at once, and this one may
 * begin again. 'away': it cannot be reached, or is not as it should be. 'unstorable': a value no column can hold.
 */
export type StorageErrorKind = 'full' | 'held' | 'crossed' | 'away' | 'unstorable'

/** The code of errors that say the database file was exchanged (database/sqlite/dialect.ts). */
export const DATABASE_FILE_REPLACED = 'DATABASE_MOVED'
/** The code of errors that say the database server is not there, or went away (database/postgres/open.ts). */
export const DATABASE_UNAVAILABLE = 'DATABASE_AWAY'

const SQLITE_ERROR_KINDS: Record<number, StorageErrorKind> = {
  5: 'held', // BUSY
  6: 'held', // LOCKED
  8: 'away', // READONLY
  10: 'away', // IOERR
  11: 'away', // CORRUPT
  13: 'full', // FULL
  14: 'away', // CANTOPEN
  26: 'away', // NOTADB
}

const ERROR_CODE_KINDS: Record<string, StorageErrorKind> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  BUCKET_FULL: 'full', // media/s3-error.ts
  EROFS: 'away',
  EIO: 'away',
  EMFILE: 'away',
  ENFILE: 'away',
  [DATABASE_FILE_REPLACED]: 'away',
  [DATABASE_UNAVAILABLE]: 'away',
  '53100': 'full', // disk_full
  '40001': 'crossed', // serialization_failure
  '40P01': 'crossed', // deadlock_detected
  '23505': 'crossed', // unique_violation: both looked first, and found nothing
  '23503': 'crossed', // foreign_key_violation: what was looked up is deleted meanwhile
  '55P03': 'held', // lock_not_available
  '57014': 'held', // query_canceled, by a time-out
  '25006': 'away', // read_only_sql_transaction
  '22021': 'unstorable', // character_not_in_repertoire
  '22003': 'unstorable', // numeric_value_out_of_range
}

/** What of this kind an error says; undefined for any other error. */
export function classifyStorageError(error: unknown): StorageErrorKind | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  const sqliteCode = getSqliteResultCode(error)
  if (sqliteCode !== undefined) return SQLITE_ERROR_KINDS[sqliteCode]
  return typeof code === 'string' ? ERROR_CODE_KINDS[code] : undefined
}

/** SQLite's result code, where the error carries one. Extended codes hold it in their last byte. */
function getSqliteResultCode(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Whether SQLite found that a file is damaged, or no database. */
export const isCorruption = (error: unknown): error is Error =>
  error instanceof Error && [11, 26].includes(getSqliteResultCode(error) ?? 0)
