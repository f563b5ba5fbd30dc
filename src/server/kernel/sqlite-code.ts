/** Result codes of SQLite (sqlite.org/rescode.html). */
export const SQLITE = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const

/** The result code that an error of the database carries; undefined for any other. Extended codes hold it in their last byte. */
export function sqliteCodeOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}
