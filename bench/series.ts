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

/** Asks these one after the other, for at most `boundMs`; what was not asked by then does not count. */
export async function askInTurn(url: string, paths: string[], boundMs: number): Promise<Answered> {
  const visitor = visit(url)
  const ends = performance.now() + boundMs
  const all: number[] = []
  const first = new Map<string, number>()
  for (const path of paths) {
    const { ms } = await visitor.ask(path)
    all.push(ms)
    if (!first.has(path)) first.set(path, ms)
    if (performance.now() > ends) break
  }
  visitor.leave()
  const [slowest = ''] = [...first].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return { all: summarise(all), first: summarise([...first.values()]), slowest }
}
