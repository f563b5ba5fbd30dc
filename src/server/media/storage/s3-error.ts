import type { S3Settings } from './s3-address.ts'

/** The kinds of bucket errors that the log and kernel/http/error-handler.ts distinguish. */
type S3ErrorCode =
  | 'BUCKET_OUT_OF_REACH'
  | 'BUCKET_MISSING'
  | 'BUCKET_REFUSED'
  | 'BUCKET_FULL'
  | 'BUCKET_WRONG'

/** An error of a bucket. The message is the error code of the provider or the network. */
export class S3Error extends Error {
  readonly code: S3ErrorCode

  constructor(code: S3ErrorCode, detail: string, cause: unknown) {
    super(detail, { cause })
    this.code = code
  }
}

/** An error of the S3 client. Network errors have no status. */
interface ClientError {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Only codes become part of messages, never texts of the provider. */
const CODE_PATTERN = /^\w{1,60}$/
/** Codes of other providers than Amazon for a full bucket; their status differs. */
const QUOTA_EXCEEDED_PATTERN =
  /^(?:QuotaExceeded|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|InsufficientStorage\w*)$/

/** Converts an error of the S3 client. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error
  const { name = '', code = '' } = (error ?? {}) as ClientError
  const status = getStatus(error)
  const detail =
    [code, name, `status ${status}`].find((each) => CODE_PATTERN.test(each)) ?? `status ${status}`
  return new S3Error(classifyS3Error(name, status), detail, error)
}

/** Whether the error means that an object does not exist. */
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

/** Returns the message that is shown when the start fails. */
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
