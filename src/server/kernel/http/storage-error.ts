/**
 * What an error of the database, the blob storage or the file system means for a request: `out-of-space`; `locked`: another
 * writer did not finish within the time-out; `conflict`: a concurrent transaction won, and this one can be repeated;
 * `unavailable`; `bucket-unavailable`; `invalid-value`: no column can hold a value of the request.
 */
export type StorageErrorKind =
  | 'out-of-space'
  | 'locked'
  | 'conflict'
  | 'unavailable'
  | 'bucket-unavailable'
  | 'invalid-value'

/** Error code: the database file was replaced while it was open (database/sqlite/dialect.ts). */
export const DATABASE_FILE_REPLACED = 'DATABASE_FILE_REPLACED'
/** Error code: the database server cannot be reached, or closed the connection. */
export const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE'

/** Result codes of SQLite (sqlite.org/rescode.html), of the file system, and of PostgreSQL (appendix A of its manual). */
const ERROR_KINDS: Record<string, StorageErrorKind> = {
  '5': 'locked', // SQLITE_BUSY
  '6': 'locked', // SQLITE_LOCKED
  '8': 'unavailable', // SQLITE_READONLY
  '10': 'unavailable', // SQLITE_IOERR
  '11': 'unavailable', // SQLITE_CORRUPT
  '13': 'out-of-space', // SQLITE_FULL
  '14': 'unavailable', // SQLITE_CANTOPEN
  '26': 'unavailable', // SQLITE_NOTADB
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
  const code = getErrorCode(error)
  // The other codes of S3.
  return ERROR_KINDS[code] ?? (code.startsWith('BUCKET_') ? 'bucket-unavailable' : undefined)
}

/** Whether SQLite found a damaged file, or one that is no database. */
export const isCorruption = (error: unknown): error is Error =>
  error instanceof Error && ['11', '26'].includes(getErrorCode(error))

/** Extended result codes of SQLite contain the primary one in their last byte. */
function getErrorCode(error: unknown): string {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return String(errcode & 0xff)
  return typeof code === 'string' ? code : ''
}
