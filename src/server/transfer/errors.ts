import { classifyStorageError, DATABASE_UNAVAILABLE } from '#server/kernel/storage-error.ts'

/** A move that cannot be; the message is one sentence or two for whoever asked for it. */
export class TransferError extends Error {}

const RETRY_HINT = 'Start it again with the same command: it goes on where it stopped.'
const BUCKET_ERROR_CODE = /^BUCKET_/

export const interruptedError = () => new TransferError(`The move was interrupted. ${RETRY_HINT}`)

/** What went wrong, in sentences; never with an address, which may hold a password. */
export function getUserMessage(error: unknown): string {
  if (isUserError(error)) return error.message
  const { code, message, path } = error as Partial<NodeJS.ErrnoException>
  if (code === DATABASE_UNAVAILABLE)
    return `The database server cannot be reached, or went away. ${RETRY_HINT}`
  if (BUCKET_ERROR_CODE.test(code ?? ''))
    return `The bucket cannot be used at the moment (${message}). ${RETRY_HINT}`
  if (classifyStorageError(error) === 'out-of-space')
    return `There is no room left at the new place. Make some. ${RETRY_HINT}`
  const what = path === undefined ? '' : `${path}: `
  return `The move cannot go on: ${what}${(message ?? 'it ended for an unknown reason').replace(/\.$/, '')}.`
}

/** Whoever opens databases and buckets says in a plain error what is wrong with them; drivers and the system have codes. */
const isUserError = (error: unknown): error is Error =>
  error instanceof TransferError ||
  (error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error))
