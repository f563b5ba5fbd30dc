import { createHttpClient } from './http-client.ts'
import { getPublicPages } from './pages.ts'
import type { Site } from './site.ts'
import { type Latency, summarise } from './statistics.ts'
import { createPhotos, uploadMachine } from './upload.ts'

const OTHER_HOST_COUNT = 300
const REQUEST_INTERVAL_MS = 20
/** A kept page, a list, a page that nobody has asked for: path and name of the site. */
const BACKGROUND_REQUESTS: ((turn: number) => [path: string, host?: string])[] = [
  () => ['/products'],
  () => ['/api/products?limit=24'],
  (turn) => ['/', `meanwhile-${turn}.localhost`],
]

/** Asks for the public pages under so many names of the site that its kept pages fill; answers its memory then, in MB. */
export async function measureMemoryAfterLoad(site: Site): Promise<number> {
  const client = createHttpClient(site.url)
  for (const path of Object.values(await getPublicPages(site.url)))
    for (let name = 0; name < OTHER_HOST_COUNT; name++) await client.get(path, `other-${name}.localhost`)
  client.close()
  return site.memoryMb()
}

/** What six photographs of 12 megapixels in one form cost the site and those who use it meanwhile. */
export interface UploadResult {
  peakMb: number
  uploadMs: number
  /** How the others were answered; missing when any was turned away. */
  backgroundLatency?: Latency
  rejectedCount: number
  /** What the first of those heard. */
  reason?: string
}

/** Uploads the photographs signed in, while others ask for a kept page, a list and a new page in turn, every 20 ms. */
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
  const outcome = first ? { reason: String(first.reason) } : { meanwhile: summarise(latencies) }
  return { peakMb: site.peakMb(), uploadMs, rejectedCount: turnedAway.length, ...outcome }
}

/** Requests at their times, whether the one before was answered or not: waiting counts. */
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
