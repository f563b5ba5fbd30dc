import { createHttpClient } from './http-client.ts'
import { type Latency, summarise } from './statistics.ts'

/** The latencies of a series of requests: of all, and of the first request of each URL. */
export interface SeriesResult {
  all: Latency
  /** Only the first request of every URL, which no cache can have served. */
  first: Latency
  /** The URL with the slowest first request. */
  slowest: string
}

/**
 * Sends these requests one after the other for at most `boundMs`; the remaining ones are skipped. Throws if a status is not
 * 200, with the latencies of the requests before it.
 */
export async function requestInSeries(
  url: string,
  paths: string[],
  timeLimitMs: number,
): Promise<SeriesResult> {
  const client = createHttpClient(url)
  const deadline = performance.now() + timeLimitMs
  const all: number[] = []
  const first = new Map<string, number>()
  try {
    for (const path of paths) {
      const { ms } = await client.get(path)
      all.push(ms)
      if (!first.has(path)) first.set(path, ms)
      if (performance.now() > deadline) break
    }
  } catch (cause) {
    const [path, ms] = findSlowest(first)
    const before = `The one before took ${all.at(-1)?.toFixed(0) ?? 0} ms, the slowest, ${path}, ${ms.toFixed(0)} ms.`
    throw new Error(`${(cause as Error).message} ${before}`, { cause })
  } finally {
    client.close()
  }
  return { all: summarise(all), first: summarise([...first.values()]), slowest: findSlowest(first)[0] }
}

function findSlowest(times: Map<string, number>): [path: string, ms: number] {
  return [...times].toSorted(([, a], [, b]) => b - a)[0] ?? ['nothing', 0]
}
