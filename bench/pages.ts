import { type Comparison, compareWithBaseline } from './compare.ts'
import { createHttpClient, getJson } from './http-client.ts'
import { median } from './statistics.ts'

export type PublicPage = 'landing' | 'catalogue' | 'details'

/** Returns the three public pages with budgets; the details page is that of the first machine. */
export async function getPublicPages(url: string): Promise<Record<PublicPage, string>> {
  const [machine] = (await getJson(url, '/api/products?limit=1')) as { slug: string }[]
  if (!machine) throw new Error('The catalogue is empty.')
  return { landing: '/', catalogue: '/products', details: `/product/${machine.slug}` }
}

/** Measures pages that are in the cache. */
export async function measureCachedPages(
  url: string,
  seconds: number,
): Promise<Record<PublicPage, Comparison>> {
  return compareWithBaseline(url, await getPublicPages(url), seconds)
}

/** Numbers of requests. */
export interface RepeatOptions {
  /** Requests for warming up that are not measured. */
  warmUp: number
  times: number
}

/**
 * Returns the median time of an uncached page in milliseconds, including HTTP and compression. Every request uses another
 * Host header, and the cache key contains the host. The requests of the warm-up are not measured.
 */
export async function measureUncached(
  url: string,
  path: string,
  { warmUp, times }: RepeatOptions,
): Promise<number> {
  const client = createHttpClient(url)
  const latencies: number[] = []
  for (let time = 0; time < warmUp + times; time++)
    latencies.push((await client.get(path, `bench-${time}.localhost`)).ms)
  client.close()
  return median(latencies.slice(warmUp))
}
