import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { GetObjectCommand, HeadBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import { type Blobs, PICTURE_ID } from './blobs.ts'
import type { BucketSettings } from './bucket-address.ts'
import { BucketProblem, isMissing, sentenceOf, toBucketProblem } from './bucket-problem.ts'
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
  const client = connect(settings)
  try {
    await tryOut(client, settings)
  } catch (error) {
    throw new Error(sentenceOf(settings, toBucketProblem(error)))
  }
  return bucketBlobs(client, settings)
}

function bucketBlobs(client: S3Client, settings: BucketSettings): Blobs {
  const { name: Bucket, prefix } = settings
  const driver = new S3Driver({ client, bucket: Bucket, visibility: 'private', supportsACL: false })
  const files: Blobs['files'] = async (id) => {
    const found = []
    for await (const { key, ...rest } of list(client, settings, `${id}/`))
      found.push({ name: key.slice(id.length + 1), ...rest })
    return found
  }
  return {
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
      const stream = Readable.from(wholeOf(Body), { objectMode: false })
      // Given up before its end, it must not keep the connection.
      stream.once('close', () => Body.destroy())
      return { bytes: ContentLength, stream }
    },
    size: async (key) => (await unlessMissing(driver.getMetaData(prefix + key)))?.contentLength,
    bytes: (key) => asked(driver.getBytes(prefix + key)),
    files,
    async removePicture(id) {
      // In calls of their own: not every store knows the one that removes many.
      const names = (await files(id)).map(({ name }) => name)
      await Promise.all(names.map((name) => asked(driver.delete(`${prefix}${id}/${name}`))))
    },
    untouchedSince: (before) => untouchedOf(list(client, settings, ''), before),
    check: async () => void (await asked(client.send(new HeadBucketCommand({ Bucket })))),
  }
}

interface ListedObject {
  key: string
  bytes: number
  changedAt: Date
}

/** All objects whose keys begin so, in the order of their keys. Not the driver's list, which tells no sizes. */
async function* list(
  client: S3Client,
  { name: Bucket, prefix }: BucketSettings,
  under: string,
): AsyncGenerator<ListedObject> {
  let ContinuationToken: string | undefined
  do {
    const wanted = { Bucket, Prefix: prefix + under, ContinuationToken }
    const page = await asked(client.send(new ListObjectsV2Command(wanted)))
    for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
      yield { key: Key.slice(prefix.length), bytes: Size, changedAt: LastModified }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
}

/** In their order, the files of a picture stand together; it is as old as the youngest of them. */
async function* untouchedOf(objects: AsyncIterable<ListedObject>, before: Date): AsyncGenerator<string> {
  let picture = { id: '', changedAt: before }
  for await (const { key, changedAt } of objects) {
    const [id = ''] = key.split('/')
    if (!PICTURE_ID.test(id)) continue
    if (id !== picture.id) {
      if (picture.changedAt < before) yield picture.id
      picture = { id, changedAt }
    } else if (changedAt > picture.changedAt) picture = { id, changedAt }
  }
  if (picture.changedAt < before) yield picture.id
}

/** Writes, finds, reads and removes an object of its own. */
async function tryOut(client: S3Client, settings: BucketSettings): Promise<void> {
  const blobs = bucketBlobs(client, settings)
  const trial = `write-check-${randomUUID()}`
  await blobs.put(`${trial}/written`, Buffer.from(trial))
  const read = await blobs.bytes(`${trial}/written`)
  await blobs.removePicture(trial)
  if (Buffer.from(read).toString() !== trial)
    throw new BucketProblem('BUCKET_WRONG', 'it does not give back what is written', undefined)
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
