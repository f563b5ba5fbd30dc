import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { CONTENT_TYPES, IMMUTABLE_CACHE_CONTROL } from '../file-types.ts'
import { BLOB_ID, type BlobStorage } from './blob-storage.ts'
import type { S3Settings } from './s3-address.ts'

const CONNECT_TIMEOUT_MS = 2000
/** Until the response begins; ten seconds including the second attempt. */
const RESPONSE_TIMEOUT_MS = 5000
/** Until a document or attachment is stored: 100 MB over a line of three megabits per second. */
const FILE_TIMEOUT_MS = 300_000
/** Between two chunks of a body. Slow visitors delay them as well. */
const SOCKET_TIMEOUT_MS = 10_000
const MAX_ATTEMPTS = 2
/** Of files that are not pictures: the bucket may be publicly readable, and no browser may show them. */
const PRIVATE_HEADERS = {
  ContentType: 'application/octet-stream',
  ContentDisposition: 'attachment',
  CacheControl: 'no-store',
}
/** A page has some dozens of pictures; further requests are queued. */
const MAX_CONNECTIONS = 64

/** The client would otherwise write to the console; its errors are logged by the callers. */
const ignore = () => undefined
const SILENT_LOGGER = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Opens a bucket after a test of every operation. Throws a message for the user, without the secret, if it fails. */
export async function openS3BlobStorage(settings: S3Settings): Promise<BlobStorage> {
  const client = createClient(settings)
  try {
    await runSelfTest(client, settings)
  } catch (error) {
    throw new Error(getUserMessage(settings, toS3Error(error)))
  }
  return createS3BlobStorage(client, settings)
}

/** Opens a bucket without a test. */
export const openTestedS3BlobStorage = (settings: S3Settings): BlobStorage =>
  createS3BlobStorage(createClient(settings), settings)

function createS3BlobStorage(client: S3Client, settings: S3Settings): BlobStorage {
  const { name: Bucket, prefix } = settings
  const locate = (key: string) => ({ Bucket, Key: prefix + key })
  const createPut = (key: string, Body: Uint8Array | Readable, ContentLength: number) =>
    new PutObjectCommand({ ...locate(key), Body, ContentLength, ...getHeaders(key) })
  const listFiles: BlobStorage['listFiles'] = async (id) => {
    const found = []
    for await (const { key, ...rest } of listObjects(client, settings, `${id}/`))
      found.push({ name: key.slice(id.length + 1), ...rest })
    return found
  }
  const putStream: BlobStorage['putStream'] = (key, stream, bytes) => {
    const sent = Promise.withResolvers<unknown>()
    stream.once('error', sent.reject)
    client
      .send(createPut(key, stream, bytes), { requestTimeout: FILE_TIMEOUT_MS })
      .then(sent.resolve, sent.reject)
    return withS3Errors(sent.promise.then(() => undefined))
  }
  return {
    put: async (key, bytes) => void (await withS3Errors(client.send(createPut(key, bytes, bytes.length)))),
    putStream,
    putFile: async (key, path) => putStream(key, createReadStream(path), (await stat(path)).size),
    async open(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ ...locate(key), Range })
      const reply = await undefinedIfMissing(client.send(command))
      if (!reply) return undefined
      const { Body, ContentLength } = reply
      if (!(Body instanceof Readable) || ContentLength === undefined)
        throw new S3Error('BUCKET_WRONG', 'no body', undefined)
      const stream = Readable.from(wrapBodyErrors(Body), { objectMode: false })
      // A stream that is not read to its end must release the connection.
      stream.once('close', () => Body.destroy())
      return { bytes: ContentLength, stream }
    },
    getSize: async (key) =>
      (await undefinedIfMissing(client.send(new HeadObjectCommand(locate(key)))))?.ContentLength,
    read: (key) =>
      withS3Errors(
        client.send(new GetObjectCommand(locate(key))).then(({ Body }) => Body!.transformToByteArray()),
      ),
    listFiles,
    async removeFiles(id) {
      // Each object is deleted by its own request, because not every provider supports the deletion of several.
      const commands = (await listFiles(id)).map(
        ({ name }) => new DeleteObjectCommand(locate(`${id}/${name}`)),
      )
      await withS3Errors(Promise.all(commands.map((command) => client.send(command))))
    },
    listUnmodifiedSince: (before) => listUnmodifiedIds(listObjects(client, settings, ''), before),
    check: async () => void (await withS3Errors(client.send(new HeadBucketCommand({ Bucket })))),
  }
}

function getHeaders(key: string) {
  const ContentType = CONTENT_TYPES[extname(key)]
  return ContentType ? { ContentType, CacheControl: IMMUTABLE_CACHE_CONTROL } : PRIVATE_HEADERS
}

interface ListedObject {
  key: string
  bytes: number
  changedAt: Date
}

/** Iterates over the objects with this prefix in the order of keys. */
async function* listObjects(
  client: S3Client,
  { name: Bucket, prefix }: S3Settings,
  keyPrefix: string,
): AsyncGenerator<ListedObject> {
  let ContinuationToken: string | undefined
  do {
    const input = { Bucket, Prefix: prefix + keyPrefix, ContinuationToken }
    const page = await withS3Errors(client.send(new ListObjectsV2Command(input)))
    for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
      yield { key: Key.slice(prefix.length), bytes: Size, changedAt: LastModified }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
}

/** Objects are in the order of keys, so that the files of an id are adjacent. It is as old as its newest file. */
async function* listUnmodifiedIds(
  objects: AsyncIterable<ListedObject>,
  before: Date,
): AsyncGenerator<string> {
  let last = { id: '', changedAt: before }
  for await (const { key, changedAt } of objects) {
    const [id = ''] = key.split('/')
    if (!BLOB_ID.test(id)) continue
    if (id !== last.id) {
      if (last.changedAt < before) yield last.id
      last = { id, changedAt }
    } else if (changedAt > last.changedAt) last = { id, changedAt }
  }
  if (last.changedAt < before) yield last.id
}

/** Writes, lists, reads and deletes an object. */
async function runSelfTest(client: S3Client, settings: S3Settings): Promise<void> {
  const blobStorage = createS3BlobStorage(client, settings)
  const testId = `write-check-${randomUUID()}`
  await blobStorage.put(`${testId}/written`, Buffer.from(testId))
  const read = await blobStorage.read(`${testId}/written`)
  await blobStorage.removeFiles(testId)
  if (Buffer.from(read).toString() !== testId)
    throw new S3Error('BUCKET_WRONG', 'it does not give back what is written', undefined)
}

function createClient({ endpoint, region, credentials }: S3Settings): S3Client {
  return new S3Client({
    region,
    credentials,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Not every provider supports the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    logger: SILENT_LOGGER,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SOCKET_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  })
}

const withS3Errors = <Result>(request: Promise<Result>): Promise<Result> =>
  request.catch((error) => {
    throw toS3Error(error)
  })

const undefinedIfMissing = <Result>(request: Promise<Result>): Promise<Result | undefined> =>
  request.catch((error) => {
    if (isNotFound(error)) return undefined
    throw toS3Error(error)
  })

async function* wrapBodyErrors(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw toS3Error(error)
  }
}

/** The kinds of bucket errors that the log and kernel/http/error-handler.ts distinguish. */
type S3ErrorCode =
  | 'BUCKET_OUT_OF_REACH'
  | 'BUCKET_MISSING'
  | 'BUCKET_REFUSED'
  | 'BUCKET_FULL'
  | 'BUCKET_WRONG'

/** An error of a bucket. The message is the error code of the provider or the network. */
class S3Error extends Error {
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
function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error
  const { name = '', code = '' } = (error ?? {}) as ClientError
  const status = getStatus(error)
  const detail =
    [code, name, `status ${status}`].find((each) => CODE_PATTERN.test(each)) ?? `status ${status}`
  return new S3Error(classifyS3Error(name, status), detail, error)
}

/** Whether the error means that an object does not exist. */
const isNotFound = (error: unknown): boolean =>
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
function getUserMessage({ name, endpoint }: S3Settings, { code, message }: S3Error): string {
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
