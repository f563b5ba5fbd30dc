/** A back-up or a restoration that cannot be; the message is one sentence for whoever asked for it. */
export class BackupError extends Error {}

/** SQLite's codes for a full disk, and for a file that is damaged or no database. */
const SQLITE_FULL = 13
const SQLITE_CORRUPT_CODES = [11, 26]

/** What went wrong, as one sentence; `doing` says what was tried: 'The back-up /b/site.tar.gz cannot be written'. */
export function getUserMessage(error: unknown, action: string): string {
  if (error instanceof BackupError) return error.message
  return `${action}: ${getReason(error as Partial<NodeJS.ErrnoException> & { errcode?: number })}.`
}

function getReason({
  code,
  errcode = 0,
  message,
  path,
}: Partial<NodeJS.ErrnoException> & { errcode?: number }): string {
  const primary = errcode & 0xff
  if (code === 'ENOSPC' || code === 'EDQUOT' || primary === SQLITE_FULL)
    return 'there is no room left on the disk'
  if (SQLITE_CORRUPT_CODES.includes(primary)) return `the database is damaged (${message})`
  const what = path ?? 'the file'
  if (code === 'EACCES' || code === 'EPERM') return `${what} may not be read or written by this user`
  if (code === 'EROFS') return `${what} is on a disk that cannot be written to`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${what} is no folder`
  if (code === 'ENOENT') return `${what} is not there`
  if (code === 'EISDIR') return `${what} is a folder`
  return (message ?? 'it ended for an unknown reason').replace(/\.$/, '')
}
