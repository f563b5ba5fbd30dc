import { askJson, visit } from './asking.ts'
import { type Compared, compareWithBare } from './compare.ts'
import { median } from './statistics.ts'

export type PublicPage = 'landing' | 'catalogue' | 'details'

/** The three public pages that the budgets are about; details of the first machine of the list. */
export async function publicPages(url: string): Promise<Record<PublicPage, string>> {
  const [machine] = (await askJson(url, '/api/products?limit=1')) as { slug: string }[]
  if (!machine) throw new Error('The catalogue is empty.')
  return { landing: '/', catalogue: '/products', details: `/product/${machine.slug}` }
}

/** Pages as every visitor but the first gets them. */
export async function measureCachedPages(
  url: string,
  seconds: number,
): Promise<Record<PublicPage, Compared>> {
  return compareWithBare(url, await publicPages(url), seconds)
}

/**
 * The middle time until a page has arrived that nobody has asked for before, in milliseconds, HTTP and compression
 * included: every request calls the site by another name, and pages are kept by address. The first answers, for which
 * the program still warms up, do not count.
 */
export async function measureUncached(url: string, path: string, times: number): Promise<number> {
  const visitor = visit(url)
  const taken: number[] = []
  for (let time = 0; time < times; time++) taken.push((await visitor.ask(path, `bench-${time}.localhost`)).ms)
  visitor.leave()
  return median(taken.slice(Math.floor(times / 5)))
}
