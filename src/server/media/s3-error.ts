import type { S3Settings } from './s3-address.ts'

/** How a bucket fails, as the log and kernel/error-handler.ts know it. */
type S3ErrorCode =
  | 'BUCKET_OUT_OF_REACH'
  | 'BUCKET_MISSING'
  | 'BUCKET_REFUSED'
  | 'BUCKET_FULL'
  | 'BUCKET_WRONG'

/** Why a bucket did not do what it was asked to. The message names the fault in the store's or the network's one word for it. */
export class S3Error extends Error {
  readonly code: S3ErrorCode

  constructor(code: S3ErrorCode, detail: string, cause: unknown) {
    super(detail, { cause })
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
const CODE_PATTERN = /^\w{1,60}$/
/** Amazon's store is never full; those of others say it in these words, with all kinds of status. */
const QUOTA_EXCEEDED_PATTERN =
  /^(?:QuotaExceeded|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|InsufficientStorage\w*)$/

/** The one place that knows what the store's answers mean. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error
  const { name = '', code = '' } = (error ?? {}) as ClientError
  const status = getStatus(error)
  const detail =
    [code, name, `status ${status}`].find((each) => CODE_PATTERN.test(each)) ?? `status ${status}`
  return new S3Error(classifyS3Error(name, status), detail, error)
}

/** Whether the store says that there is no such object. */
export const isNotFound = (error: unknown): boolean =>
  getStatus(error) === 404 && (error as ClientError).name !== 'NoSuchBucket'

function classifyS3Error(name: string, status: number | undefined): S3ErrorCode {
  if (QUOTA_EXCEEDED_PATTERN.test(name) || status === 507) return 'BUCKET_FULL'
  if (status === undefined || status >= 500 || status === 429) return 'BUCKET_OUT_OF_REACH'
  if (status === 404) return 'BUCKET_MISSING'
  if (status === 401 || status === 403) return 'BUCKET_REFUSED'
  return 'BUCKET_WRONG'
}

const getStatus = (error: unknown) => ((error ?? {}) as ClientError).$metadata?.httpStatusCode

/** For whoever starts the site. */
export function getUserMessage({ name, endpoint }: S3Settings, { code, message }: S3Error): string {
  const bucket = `The bucket ${name} at ${endpoint ?? 'Amazon'} (MEDIA_URL)`
  const reasons: Record<S3Error['code'], string> = {
    BUCKET_OUT_OF_REACH: `${bucket} cannot be reached (${message}).`,
    BUCKET_MISSING: `${bucket} is not there (${message}).`,
    BUCKET_REFUSED: `${bucket} cannot be read and written with this key (${message}).`,
    BUCKET_FULL: `${bucket} is full (${message}).`,
    BUCKET_WRONG: `${bucket} cannot be used (${message}).`,
  }
  return reasons[code]
}
