import { classifyStorageError, isCorruption } from '#server/kernel/http/storage-error.ts'

/** A failed backup or restore. The message is one sentence for the user. */
export class BackupError extends Error {}

/** Returns a message for the user that begins with `action`, such as 'The backup /b/site.tar.gz cannot be written'. */
export function getUserMessage(error: unknown, action: string): string {
  if (error instanceof BackupError) return error.message
  return `${action}: ${getReason(error)}.`
}

function getReason(error: unknown): string {
  const { code, message, path } = error as Partial<NodeJS.ErrnoException>
  if (classifyStorageError(error) === 'out-of-space') return 'the disk is full'
  if (isCorruption(error)) return `the database is damaged (${message})`
  const subject = path ?? 'the file'
  if (code === 'EACCES' || code === 'EPERM') return `this user has no permission to read or write ${subject}`
  if (code === 'EROFS') return `${subject} is on a read-only disk`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${subject} is not a folder`
  if (code === 'ENOENT') return `${subject} does not exist`
  if (code === 'EISDIR') return `${subject} is a folder`
  return (message ?? 'unknown error').replace(/\.$/, '')
}
