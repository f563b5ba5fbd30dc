import type { Clock } from '#server/kernel/clock.ts'
import { fold } from '#server/kernel/text.ts'
import type { Timer } from '#server/kernel/timer.ts'
import { editDistance } from './search.ts'

/** Whoever has stopped typing this long meant what stands there. */
const SETTLED_AFTER_MS = 10_000
const SHORTEST = 2
const LONGEST = 60
/** Beyond these, a machine is searching; nothing more is noted until some have settled. */
const MOST_OF_NETWORK = 10
const MOST_WAITING = 100
/** Eight digits in a row, however they are parted, are a telephone number rather than a part number. */
const TELEPHONE = /\d(?:[\s()./-]*\d){7}/

/** One search of the catalogue, as its list answered it. */
export interface Search {
  /** Whose searches are read as one person's typing. */
  network: string
  search: string
  found: boolean
}

interface Waiting {
  network: string
  term: string
  settledAt: number
}

export interface SearchMisses {
  /** Returns at once, reads and writes nothing, and never throws. */
  note(search: Search): void
  /** Writes everything that waits, settled or not. */
  flush(): Promise<void>
}

/**
 * Keeps searches that found nothing in memory until it is clear that they were meant so: what the same network extends
 * or corrects within ten seconds was only on the way. `write` gets what has settled; what it throws is `failed`'s.
 */
export function createSearchMisses(parts: {
  clock: Clock
  timer: Timer
  write: (terms: string[]) => Promise<void>
  failed: (error: unknown) => void
}): SearchMisses {
  const { clock, timer, write, failed } = parts
  let waiting: Waiting[] = []
  let stopTimer: (() => void) | undefined
  let writing = Promise.resolve()

  function note({ network, search, found }: Search): void {
    const term = fold(search)
    if (!term) return
    const now = clock().getTime()
    const own = waiting.filter((earlier) => earlier.network === network && earlier.settledAt > now)
    const longer = found ? undefined : own.find((earlier) => earlier.term.startsWith(term))
    if (longer) {
      // The same again, or on the way back to something else.
      longer.settledAt = now + SETTLED_AFTER_MS
      return
    }
    const replaced = new Set(own.filter((earlier) => continues(earlier.term, term)))
    waiting = waiting.filter((earlier) => !replaced.has(earlier))
    const full = waiting.length >= MOST_WAITING || own.length - replaced.size >= MOST_OF_NETWORK
    if (found || full || !isFitToKeep(term)) return
    waiting.push({ network, term, settledAt: now + SETTLED_AFTER_MS })
    stopTimer ??= timer(onTime, SETTLED_AFTER_MS)
  }

  function onTime(): void {
    stopTimer = undefined
    const now = clock().getTime()
    writeOut(waiting.filter(({ settledAt }) => settledAt <= now))
    waiting = waiting.filter(({ settledAt }) => settledAt > now)
    const next = Math.min(...waiting.map(({ settledAt }) => settledAt))
    if (waiting.length > 0) stopTimer = timer(onTime, next - now)
  }

  function writeOut(settled: Waiting[]): void {
    const terms = settled.map(({ term }) => term)
    if (terms.length > 0) writing = writing.then(() => write(terms)).catch(failed)
  }

  return {
    note,
    async flush() {
      stopTimer?.()
      stopTimer = undefined
      writeOut(waiting)
      waiting = []
      await writing
    },
  }
}

/** Whether who searched `earlier` went on typing, or mended a slip, to search `term`. */
function continues(earlier: string, term: string): boolean {
  if (term.startsWith(earlier)) return true
  const slips = Math.min(2, Math.floor(Math.min(earlier.length, term.length) / 3))
  return slips > 0 && editDistance(earlier, term, slips) <= slips
}

/** Whether a folded term may be kept: neither a letter nor a story, and nothing by which a person could be reached. */
const isFitToKeep = (term: string) =>
  term.length >= SHORTEST && term.length <= LONGEST && !term.includes('@') && !TELEPHONE.test(term)
