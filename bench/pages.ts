import { type Comparison, compareWithBaseline } from './compare.ts'
import { createHttpClient, getJson } from './http-client.ts'
import { median } from './statistics.ts'

export type PublicPage = 'landing' | 'catalogue' | 'details'

/** The three public pages that the budgets are about; details of the first machine of the list. */
export async function getPublicPages(url: string): Promise<Record<PublicPage, string>> {
  const [machine] = (await getJson(url, '/api/products?limit=1')) as { slug: string }[]
  if (!machine) throw new Error('The catalogue is empty.')
  return { landing: '/', catalogue: '/products', details: `/product/${machine.slug}` }
}

/** Pages as every visitor but the first gets them. */
export async function measureCachedPages(
  url: string,
  seconds: number,
): Promise<Record<PublicPage, Comparison>> {
  return compareWithBaseline(url, await getPublicPages(url), seconds)
}

/** How often something is done. */
export interface RepeatOptions {
  /** At first, without being measured. */
  warmUp: number
  times: number
}

/**
 * The middle time until a page has arrived that nobody has asked for before, in milliseconds, HTTP and compression
 * included: every request calls the site by another name, and pages are kept by address. The answers for which the program
 * still warms up do not count: they come faster for nearly a thousand.
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
