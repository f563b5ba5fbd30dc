import { DATABASE_AWAY, faultOf } from '#server/kernel/store-fault.ts'

/** A move that cannot be; the message is one sentence or two for whoever asked for it. */
export class MoveProblem extends Error {}

const AGAIN = 'Start it again with the same command: it goes on where it stopped.'
const BUCKET = /^BUCKET_/

export const interrupted = () => new MoveProblem(`The move was interrupted. ${AGAIN}`)

/** What went wrong, in sentences; never with an address, which may hold a password. */
export function sentenceOf(error: unknown): string {
  if (isSentence(error)) return error.message
  const { code, message, path } = error as Partial<NodeJS.ErrnoException>
  if (code === DATABASE_AWAY) return `The database server cannot be reached, or went away. ${AGAIN}`
  if (BUCKET.test(code ?? '')) return `The bucket cannot be used at the moment (${message}). ${AGAIN}`
  if (faultOf(error) === 'full') return `There is no room left at the new place. Make some. ${AGAIN}`
  const what = path === undefined ? '' : `${path}: `
  return `The move cannot go on: ${what}${(message ?? 'it ended for an unknown reason').replace(/\.$/, '')}.`
}

/** Whoever opens databases and buckets says in a plain error what is wrong with them; drivers and the system have codes. */
const isSentence = (error: unknown): error is Error =>
  error instanceof MoveProblem ||
  (error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error))
