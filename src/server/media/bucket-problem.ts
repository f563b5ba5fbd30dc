import type { BucketSettings } from './bucket-address.ts'

/** How a bucket fails, as the log and kernel/errors.ts know it. */
type BucketFault =
  | 'BUCKET_OUT_OF_REACH'
  | 'BUCKET_MISSING'
  | 'BUCKET_REFUSED'
  | 'BUCKET_FULL'
  | 'BUCKET_WRONG'

/** Why a bucket did not do what it was asked to. The message names the fault in the store's or the network's one word for it. */
export class BucketProblem extends Error {
  readonly code: BucketFault

  constructor(code: BucketFault, word: string, cause: unknown) {
    super(word, { cause })
    this.code = code
  }
}

/** What the client of the store throws: an answer has a status, a network that fails has none. */
interface ClientError {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** A code, and no text of a stranger. */
const WORD = /^\w{1,60}$/
/** Amazon's store is never full; those of others say it in these words, with all kinds of status. */
const FULL = /^(?:QuotaExceeded|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|InsufficientStorage\w*)$/

/** The one place that knows what the store's answers mean. */
export function toBucketProblem(error: unknown): BucketProblem {
  if (error instanceof BucketProblem) return error
  const { name = '', code = '' } = (error ?? {}) as ClientError
  const status = statusOf(error)
  const word = [code, name, `status ${status}`].find((each) => WORD.test(each)) ?? `status ${status}`
  return new BucketProblem(faultOf(name, status), word, error)
}

/** Whether the store says that there is no such object. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as ClientError).name !== 'NoSuchBucket'

function faultOf(name: string, status: number | undefined): BucketFault {
  if (FULL.test(name) || status === 507) return 'BUCKET_FULL'
  if (status === undefined || status >= 500 || status === 429) return 'BUCKET_OUT_OF_REACH'
  if (status === 404) return 'BUCKET_MISSING'
  if (status === 401 || status === 403) return 'BUCKET_REFUSED'
  return 'BUCKET_WRONG'
}

const statusOf = (error: unknown) => ((error ?? {}) as ClientError).$metadata?.httpStatusCode

/** For whoever starts the site. */
export function sentenceOf({ name, endpoint }: BucketSettings, { code, message }: BucketProblem): string {
  const bucket = `The bucket ${name} at ${endpoint ?? 'Amazon'} (MEDIA_URL)`
  const reasons: Record<BucketProblem['code'], string> = {
    BUCKET_OUT_OF_REACH: `${bucket} cannot be reached (${message}).`,
    BUCKET_MISSING: `${bucket} is not there (${message}).`,
    BUCKET_REFUSED: `${bucket} cannot be read and written with this key (${message}).`,
    BUCKET_FULL: `${bucket} is full (${message}).`,
    BUCKET_WRONG: `${bucket} cannot be used (${message}).`,
  }
  return reasons[code]
}
