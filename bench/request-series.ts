import { createHttpClient } from './http-client.ts'
import { type Latency, summarise } from './statistics.ts'

/** How a series of requests was answered: all of it, and what was asked for the first time. */
export interface SeriesResult {
  all: Latency
  /** Only the first time of every address, where no kept answer can have helped. */
  first: Latency
  /** The address that took longest when it was asked the first time. */
  slowest: string
}

/**
 * Asks these one after the other, for at most `boundMs`; what was not asked by then does not count. Throws when one is not
 * answered with 200, and tells how long others took before it: that may be why.
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
