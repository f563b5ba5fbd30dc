/**
 * What an error of the database, the blob storage or the file system means for a request: `out-of-space`; `locked`: another
 * writer did not finish within the time-out; `conflict`: a concurrent transaction won, and this one can be repeated;
 * `unavailable`; `invalid-value`: no column can hold a value of the request.
 */
export type StorageErrorKind = 'out-of-space' | 'locked' | 'conflict' | 'unavailable' | 'invalid-value'

/** Error code: the database file was replaced while it was open (database/sqlite/dialect.ts). */
export const DATABASE_FILE_REPLACED = 'DATABASE_FILE_REPLACED'
/** Error code: the database server cannot be reached, or closed the connection. */
export const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE'

/** Result codes of SQLite (sqlite.org/rescode.html). */
const SQLITE = { BUSY: 5, LOCKED: 6, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 }

const SQLITE_ERROR_KINDS: Record<number, StorageErrorKind> = {
  [SQLITE.BUSY]: 'locked',
  [SQLITE.LOCKED]: 'locked',
  [SQLITE.READONLY]: 'unavailable',
  [SQLITE.IOERR]: 'unavailable',
  [SQLITE.CORRUPT]: 'unavailable',
  [SQLITE.FULL]: 'out-of-space',
  [SQLITE.CANTOPEN]: 'unavailable',
  [SQLITE.NOTADB]: 'unavailable',
}

/** Codes of the file system, of media/s3-error.ts, and of PostgreSQL (appendix A of its manual). */
const ERROR_CODE_KINDS: Record<string, StorageErrorKind> = {
  ENOSPC: 'out-of-space',
  EDQUOT: 'out-of-space',
  BUCKET_FULL: 'out-of-space',
  EROFS: 'unavailable',
  EIO: 'unavailable',
  EMFILE: 'unavailable',
  ENFILE: 'unavailable',
  [DATABASE_FILE_REPLACED]: 'unavailable',
  [DATABASE_UNAVAILABLE]: 'unavailable',
  '53100': 'out-of-space', // disk_full
  '40001': 'conflict', // serialization_failure
  '40P01': 'conflict', // deadlock_detected
  '23505': 'conflict', // unique_violation: a concurrent transaction inserted the same key
  '23503': 'conflict', // foreign_key_violation: a concurrent transaction deleted the referenced row
  '55P03': 'locked', // lock_not_available
  '57014': 'locked', // query_canceled, by a time-out
  '25006': 'unavailable', // read_only_sql_transaction
  '22021': 'invalid-value', // character_not_in_repertoire
  '22003': 'invalid-value', // numeric_value_out_of_range
}

/** Returns undefined for errors that are not the storage's. */
export function classifyStorageError(error: unknown): StorageErrorKind | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  const sqliteCode = getSqliteResultCode(error)
  if (sqliteCode !== undefined) return SQLITE_ERROR_KINDS[sqliteCode]
  return typeof code === 'string' ? ERROR_CODE_KINDS[code] : undefined
}

/** Whether SQLite found a damaged file, or one that is no database. */
export const isCorruption = (error: unknown): error is Error =>
  error instanceof Error && [SQLITE.CORRUPT, SQLITE.NOTADB].includes(getSqliteResultCode(error) ?? 0)

/** Extended result codes contain the primary one in their last byte. */
function getSqliteResultCode(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}
