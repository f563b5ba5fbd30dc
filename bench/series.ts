import { visit } from './asking.ts'
import { type Latency, summarise } from './statistics.ts'

/** How a series of requests was answered: all of it, and what was asked for the first time. */
export interface Answered {
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
export async function askInTurn(url: string, paths: string[], boundMs: number): Promise<Answered> {
  const visitor = visit(url)
  const ends = performance.now() + boundMs
  const all: number[] = []
  const first = new Map<string, number>()
  try {
    for (const path of paths) {
      const { ms } = await visitor.ask(path)
      all.push(ms)
      if (!first.has(path)) first.set(path, ms)
      if (performance.now() > ends) break
    }
  } catch (cause) {
    const [path, ms] = slowestOf(first)
    const before = `The one before took ${all.at(-1)?.toFixed(0) ?? 0} ms, the slowest, ${path}, ${ms.toFixed(0)} ms.`
    throw new Error(`${(cause as Error).message} ${before}`, { cause })
  } finally {
    visitor.leave()
  }
  return { all: summarise(all), first: summarise([...first.values()]), slowest: slowestOf(first)[0] }
}

function slowestOf(times: Map<string, number>): [path: string, ms: number] {
  return [...times].toSorted(([, a], [, b]) => b - a)[0] ?? ['nothing', 0]
}
