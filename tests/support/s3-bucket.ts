import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** An S3-compatible server on this machine with one empty bucket. Key and secret are 'S3RVER'. */
export interface TestBucket {
  /** The value of MEDIA_URL. */
  url: string
  /** The public URL of the bucket. */
  publicUrl: string
  /** Returns the sorted names of all objects. */
  keys(): Promise<string[]>
  /** Sets the modification time of every object. */
  setLastModified(at: Date): Promise<void>
  /** The number of requests by method. */
  requestCounts: Map<string, number>
  /** The maximum number of objects per list response; unlimited if unset. */
  pageSize: number | undefined
  /** Responds instead of the server while it is set; returns false to let the server respond. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Stops the server until it is started again with the same address and objects. */
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
  // The server verifies signatures of requests to the bucket itself ('/pictures/') incorrectly.
  const unsigned = new S3rver({ ...settings, allowMismatchedSignatures: true })
  const [handleSigned, handleUnsigned] = [store.callback(), unsigned.callback()]
  const requestCounts = new Map<string, number>()
  const server = createServer((request, response) => {
    const { method = '' } = request
    requestCounts.set(method, (requestCounts.get(method) ?? 0) + 1)
    if (bucket.intercept?.(request, response)) return
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (bucket.pageSize && searchParams.has('list-type'))
      sendListPage(directory, response, { params: searchParams, size: bucket.pageSize })
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

/** Compares by name. */
async function listObjects(directory: string): Promise<{ key: string; file: string; at: Date }[]> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(OBJECT_SUFFIX))
  const found = names.map(async (name) => {
    const file = join(directory, name)
    return { key: name.slice('pictures/'.length, -OBJECT_SUFFIX.length), file, at: (await stat(file)).mtime }
  })
  return (await Promise.all(found)).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The server cannot paginate: its continuation token uses a cipher that Node no longer supports. */
async function sendListPage(
  directory: string,
  response: ServerResponse,
  { params, size }: { params: URLSearchParams; size: number },
): Promise<void> {
  const [prefix, after] = [params.get('prefix') ?? '', params.get('continuation-token') ?? '']
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
