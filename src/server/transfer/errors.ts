import { classifyStorageError, DATABASE_UNAVAILABLE } from '#server/kernel/http/storage-error.ts'

/** A failed transfer. The message is one or two sentences for the user. */
export class TransferError extends Error {}

const RETRY_HINT = 'Run the same command again to continue.'
const BUCKET_ERROR_CODE = /^BUCKET_/

export const interruptedError = () => new TransferError(`The transfer was interrupted. ${RETRY_HINT}`)

/** Describes an error in sentences without a URL, which may contain a password. */
export function getUserMessage(error: unknown): string {
  if (isUserError(error)) return error.message
  const { code, message, path } = error as Partial<NodeJS.ErrnoException>
  if (code === DATABASE_UNAVAILABLE) return `The database server cannot be reached. ${RETRY_HINT}`
  if (BUCKET_ERROR_CODE.test(code ?? '')) return `The bucket is not available (${message}). ${RETRY_HINT}`
  if (classifyStorageError(error) === 'out-of-space')
    return `The target has no free space. Free some space. ${RETRY_HINT}`
  const prefix = path === undefined ? '' : `${path}: `
  return `The transfer failed: ${prefix}${(message ?? 'unknown error').replace(/\.$/, '')}.`
}

/** Errors of our own code are plain `Error`s with a message for the user; those of drivers and of the system have a code. */
const isUserError = (error: unknown): error is Error =>
  error instanceof TransferError ||
  (error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error))
