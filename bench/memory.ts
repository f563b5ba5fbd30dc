import { createHttpClient } from './http-client.ts'
import { getPublicPages } from './pages.ts'
import type { Site } from './site.ts'
import { type Latency, summarise } from './statistics.ts'
import { createPhotos, uploadMachine } from './upload.ts'

const OTHER_HOST_COUNT = 300
const REQUEST_INTERVAL_MS = 20
/** A cached page, a list, and an uncached page: path and Host header. */
const BACKGROUND_REQUESTS: ((turn: number) => [path: string, host?: string])[] = [
  () => ['/products'],
  () => ['/api/products?limit=24'],
  (turn) => ['/', `meanwhile-${turn}.localhost`],
]

/** Requests the public pages under so many host names that the cache fills up. Returns the memory use in MB. */
export async function measureMemoryAfterLoad(site: Site): Promise<number> {
  const client = createHttpClient(site.url)
  for (const path of Object.values(await getPublicPages(site.url)))
    for (let name = 0; name < OTHER_HOST_COUNT; name++) await client.get(path, `other-${name}.localhost`)
  client.close()
  return site.memoryMb()
}

/** The cost of six pictures of 12 megapixels in one form, for the site and for concurrent visitors. */
export interface UploadResult {
  peakMb: number
  uploadMs: number
  /** Latencies of the concurrent requests; undefined if one was rejected. */
  backgroundLatency?: Latency
  rejectedCount: number
  /** The error of the first rejected request. */
  reason?: string
}

/** Uploads the pictures while other clients request a cached page, a list and a new page in turn, every 20 ms. */
export async function measureUpload(site: Site): Promise<UploadResult> {
  const photos = await createPhotos()
  await uploadMachine(site.url, photos.slice(0, 1))
  site.resetPeak()
  const backgroundRequests = startBackgroundRequests(site.url)
  const uploadMs = await uploadMachine(site.url, photos).finally(backgroundRequests.stop)
  const settled = await backgroundRequests.settled()
  const turnedAway = settled.filter((other) => other.status === 'rejected')
  const latencies = settled.filter((other) => other.status === 'fulfilled').map(({ value }) => value)
  const [first] = turnedAway
  return {
    peakMb: site.peakMb(),
    uploadMs,
    rejectedCount: turnedAway.length,
    ...(first ? { reason: String(first.reason) } : { backgroundLatency: summarise(latencies) }),
  }
}

/** Sends requests at fixed times, whether or not the previous one was completed, so that waiting time counts. */
function startBackgroundRequests(url: string): {
  stop(): void
  settled(): Promise<PromiseSettledResult<number>[]>
} {
  const client = createHttpClient(url, 16)
  const pending: Promise<PromiseSettledResult<number>[]>[] = []
  const next = async () => {
    const [path, host] = BACKGROUND_REQUESTS[pending.length % BACKGROUND_REQUESTS.length]!(pending.length)
    return (await client.get(path, host)).ms
  }
  const timer = setInterval(() => pending.push(Promise.allSettled([next()])), REQUEST_INTERVAL_MS)
  return {
    stop: () => clearInterval(timer),
    async settled() {
      const settled = (await Promise.all(pending)).flat()
      client.close()
      return settled
    },
  }
}
