import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** An S3-compatible store with one empty bucket, on this machine alone. Its one key and its secret are 'S3RVER'. */
export interface TestBucket {
  /** What MEDIA_URL says of it. */
  url: string
  /** Where anybody can read it. */
  publicUrl: string
  /** The names of all objects, in order. */
  keys(): Promise<string[]>
  /** Makes every object look as if it was stored then. */
  setLastModified(at: Date): Promise<void>
  /** How often the store was asked, by method. */
  requestCounts: Map<string, number>
  /** Lists no more at a time; unset, all at once. */
  pageSize: number | undefined
  /** Answers in place of the store as long as it is set; false: let the store answer. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** The store is gone until it is started again, at the same address and with what it holds. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

const BUCKET_PATH = /^\/[^/]+\/?(?:\?|$)/
const OBJECT_SUFFIX = '._S3rver_object'

export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'capstan-bucket-'))
  const settings = { directory, silent: true, configureBuckets: [{ name: 'pictures' }] }
  const store = new S3rver(settings)
  await store.configureBuckets()
  // It reads the signature of calls about a bucket itself ('/pictures/', with a slash at the end) wrongly.
  const unsigned = new S3rver({ ...settings, allowMismatchedSignatures: true })
  const [handleSigned, handleUnsigned] = [store.callback(), unsigned.callback()]
  const requestCounts = new Map<string, number>()
  const server = createServer((request, response) => {
    const { method = '' } = request
    requestCounts.set(method, (requestCounts.get(method) ?? 0) + 1)
    if (bucket.intercept?.(request, response)) return
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (bucket.pageSize && searchParams.has('list-type'))
      sendListPage(directory, response, { asked: searchParams, size: bucket.pageSize })
    else if (BUCKET_PATH.test(request.url ?? '')) handleUnsigned(request, response)
    else handleSigned(request, response)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const bucket: TestBucket = {
    url: `s3://S3RVER:S3RVER@pictures?endpoint=http://127.0.0.1:${port}`,
    publicUrl: `http://127.0.0.1:${port}/pictures`,
    keys: async () => (await listObjects(directory)).map(({ key }) => key),
    setLastModified: async (at) => {
      for (const { file } of await listObjects(directory)) await utimes(file, at, at)
    },
    requestCounts,
    pageSize: undefined,
    intercept: undefined,
    stop,
    start: () => listen(port),
    async close() {
      await stop()
      for (const { logger } of [store, unsigned]) {
        logger.exceptions.unhandle()
        logger.close()
      }
      await rm(directory, { recursive: true })
    },
  }
  return bucket
}

/** In the order of their names. */
async function listObjects(directory: string): Promise<{ key: string; file: string; at: Date }[]> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(OBJECT_SUFFIX))
  const found = names.map(async (name) => {
    const file = join(directory, name)
    return { key: name.slice('pictures/'.length, -OBJECT_SUFFIX.length), file, at: (await stat(file)).mtime }
  })
  return (await Promise.all(found)).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The store cannot turn pages itself: for the mark in between it takes a cipher that Node no longer has. */
async function sendListPage(
  directory: string,
  response: ServerResponse,
  { asked, size }: { asked: URLSearchParams; size: number },
): Promise<void> {
  const [prefix, after] = [asked.get('prefix') ?? '', asked.get('continuation-token') ?? '']
  const rest = (await listObjects(directory)).filter(({ key }) => key.startsWith(prefix) && key > after)
  const contents = rest
    .slice(0, size)
    .map(
      ({ key, at }) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
    )
  const next =
    rest.length > size ? `<NextContinuationToken>${rest[size - 1]?.key}</NextContinuationToken>` : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
}
