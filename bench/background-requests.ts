import { createHttpClient } from './http-client.ts'
import { type Latency, summarise } from './statistics.ts'

const REQUEST_INTERVAL_MS = 20
/** A cached page, a list, and an uncached page: path and Host header. */
const BACKGROUND_REQUESTS: ((turn: number) => [path: string, host?: string])[] = [
  () => ['/products'],
  () => ['/api/products?limit=24'],
  (turn) => ['/', `meanwhile-${turn}.localhost`],
]

/** The requests of other clients while something else is measured. */
export interface BackgroundResult {
  /** Undefined if a request was rejected. */
  latency?: Latency
  rejectedCount: number
  /** The error of the first rejected request. */
  reason?: string
}

/** Runs `work` while other clients request a cached page, a list and a new page in turn, every 20 ms. */
export async function withBackgroundRequests<Value>(
  url: string,
  work: () => Promise<Value>,
): Promise<{ value: Value; background: BackgroundResult }> {
  const requests = startBackgroundRequests(url)
  const value = await work().finally(requests.stop)
  const settled = await requests.settled()
  const rejected = settled.filter((each) => each.status === 'rejected')
  const latencies = settled.filter((each) => each.status === 'fulfilled').map(({ value: ms }) => ms)
  const [first] = rejected
  return {
    value,
    background: {
      rejectedCount: rejected.length,
      ...(first ? { reason: String(first.reason) } : { latency: summarise(latencies) }),
    },
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
