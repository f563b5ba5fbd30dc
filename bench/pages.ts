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

/** How often something is done. */
export interface Repeats {
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
  { warmUp, times }: Repeats,
): Promise<number> {
  const visitor = visit(url)
  const taken: number[] = []
  for (let time = 0; time < warmUp + times; time++)
    taken.push((await visitor.ask(path, `bench-${time}.localhost`)).ms)
  visitor.leave()
  return median(taken.slice(warmUp))
}
