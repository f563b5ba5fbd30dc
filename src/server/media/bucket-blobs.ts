import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { GetObjectCommand, HeadBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import { type Blobs, PICTURE_ID } from './blobs.ts'
import type { BucketSettings } from './bucket-address.ts'
import { BucketProblem, isMissing, toBucketProblem } from './bucket-problem.ts'
import { FOREVER, TYPES } from './served-files.ts'

const CONNECT_MS = 2000
/** Until an answer begins; with the second try, ten seconds. */
const ANSWER_MS = 5000
/** A body in which nothing moves for as long is broken off. Slow visitors hold it up, too. */
const STILL_MS = 10_000
const TRIES = 2
/** Visitors of a great page come with some dozens of pictures; what is more waits in line. */
const MOST_CONNECTIONS = 64

/** The bucket as a store, after a try of all that is asked of it. Throws one sentence, without the secret, when that fails. */
export async function openBucket(settings: BucketSettings): Promise<Blobs> {
  const { blobs, tryOut } = bucketBlobs(settings)
  try {
    await tryOut()
  } catch (error) {
    throw new Error(sentenceOf(settings, toBucketProblem(error)))
  }
  return blobs
}

function bucketBlobs(settings: BucketSettings): { blobs: Blobs; tryOut(): Promise<void> } {
  const { name: Bucket, prefix } = settings
  const client = connect(settings)
  const driver = new S3Driver({ client, bucket: Bucket, visibility: 'private', supportsACL: false })

  /** Not the driver's: its list tells no sizes. */
  async function* list(under: string): AsyncGenerator<{ key: string; bytes: number; changedAt: Date }> {
    let ContinuationToken: string | undefined
    do {
      const wanted = { Bucket, Prefix: prefix + under, ContinuationToken }
      const page = await asked(client.send(new ListObjectsV2Command(wanted)))
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
        yield { key: Key.slice(prefix.length), bytes: Size, changedAt: LastModified }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  const blobs: Blobs = {
    put: (key, bytes) =>
      asked(
        driver.put(prefix + key, bytes, {
          contentType: TYPES[extname(key)] ?? 'application/octet-stream',
          cacheControl: FOREVER,
        }),
      ),
    async open(key) {
      const reply = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key: prefix + key })))
      if (!reply) return undefined
      const { Body, ContentLength } = reply
      if (!(Body instanceof Readable) || ContentLength === undefined)
        throw new BucketProblem('BUCKET_WRONG', 'no body', undefined)
      return { bytes: ContentLength, stream: Readable.from(wholeOf(Body), { objectMode: false }) }
    },
    size: async (key) => (await unlessMissing(driver.getMetaData(prefix + key)))?.contentLength,
    bytes: (key) => asked(driver.getBytes(prefix + key)),
    async files(id) {
      const files = []
      for await (const { key, ...rest } of list(`${id}/`))
        files.push({ name: key.slice(id.length + 1), ...rest })
      return files
    },
    async removePicture(id) {
      // One by one: not every store knows the call that removes many.
      for await (const { key } of list(`${id}/`)) await asked(driver.delete(prefix + key))
    },
    async *untouchedSince(before) {
      let picture = { id: '', changedAt: before }
      // Listed in the order of their names, the files of a picture stand together.
      for await (const { key, changedAt } of list('')) {
        const [id = ''] = key.split('/')
        if (!PICTURE_ID.test(id)) continue
        if (id !== picture.id) {
          if (picture.changedAt < before) yield picture.id
          picture = { id, changedAt }
        } else if (changedAt > picture.changedAt) picture = { id, changedAt }
      }
      if (picture.changedAt < before) yield picture.id
    },
    check: async () => void (await asked(client.send(new HeadBucketCommand({ Bucket })))),
  }

  return {
    blobs,
    async tryOut() {
      const key = `write-check/${randomUUID()}`
      await blobs.put(key, Buffer.from('written'))
      const read = await blobs.bytes(key)
      if (Buffer.from(read).toString() !== 'written')
        throw new BucketProblem('BUCKET_WRONG', 'what was written cannot be read', undefined)
      await blobs.removePicture('write-check')
    },
  }
}

function connect({ endpoint, region, credentials }: BucketSettings): S3Client {
  return new S3Client({
    region,
    credentials,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Sums that Amazon's client adds of late, and that other stores do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STILL_MS,
      httpAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
    },
  })
}

const asked = <Answer>(asking: Promise<Answer>): Promise<Answer> =>
  asking.catch((error) => {
    throw toBucketProblem(error)
  })

const unlessMissing = <Answer>(asking: Promise<Answer>): Promise<Answer | undefined> =>
  asking.catch((error) => {
    if (isMissing(error)) return undefined
    throw toBucketProblem(error)
  })

async function* wholeOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw toBucketProblem(error)
  }
}

function sentenceOf({ name, endpoint }: BucketSettings, { code, message }: BucketProblem): string {
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
