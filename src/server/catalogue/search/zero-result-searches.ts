import type { Clock } from '#server/kernel/clock.ts'
import type { Scheduler } from '#server/kernel/scheduler.ts'
import { fold } from '#server/kernel/text.ts'
import { editDistance } from './query-parsing.ts'

/** Whoever has stopped typing this long meant what stands there. */
const DEBOUNCE_MS = 10_000
const MIN_TERM_LENGTH = 2
const MAX_TERM_LENGTH = 60
/** Beyond these, a machine is searching; nothing more is noted until some have settled. */
const MAX_PENDING_PER_NETWORK = 10
const MAX_PENDING = 100
/** Eight digits in a row, however they are parted, are a telephone number rather than a part number. */
const TELEPHONE_NUMBER = /\d(?:[\s()./-]*\d){7}/

/** One search of the catalogue, as its list answered it. */
export interface SearchEvent {
  /** Whose searches are read as one person's typing. */
  network: string
  search: string
  hasResults: boolean
}

interface PendingSearch {
  network: string
  term: string
  settledAt: number
}

export interface ZeroResultTracker {
  /** Returns at once, reads and writes nothing, and never throws. */
  record(search: SearchEvent): void
  /** Writes everything that waits, settled or not. */
  flush(): Promise<void>
}

/**
 * Keeps searches that found nothing in memory until it is clear that they were meant so: what the same network extends
 * or corrects within ten seconds was only on the way. `write` gets what has settled; what it throws is `failed`'s.
 */
export function createZeroResultTracker(deps: {
  clock: Clock
  schedule: Scheduler
  write: (terms: string[]) => Promise<void>
  onError: (error: unknown) => void
}): ZeroResultTracker {
  const { clock, schedule, write, onError } = deps
  let pending: PendingSearch[] = []
  let cancelTimer: (() => void) | undefined
  let writing = Promise.resolve()

  function record({ network, search, hasResults }: SearchEvent): void {
    const term = fold(search)
    if (!term) return
    const now = clock().getTime()
    const sameNetwork = pending.filter((earlier) => earlier.network === network && earlier.settledAt > now)
    const extended = hasResults ? undefined : sameNetwork.find((earlier) => earlier.term.startsWith(term))
    if (extended) {
      // The same again, or on the way back to something else.
      extended.settledAt = now + DEBOUNCE_MS
      return
    }
    const replaced = new Set(sameNetwork.filter((earlier) => isContinuation(earlier.term, term)))
    pending = pending.filter((earlier) => !replaced.has(earlier))
    const isFull =
      pending.length >= MAX_PENDING || sameNetwork.length - replaced.size >= MAX_PENDING_PER_NETWORK
    if (hasResults || isFull || !isRecordable(term)) return
    pending.push({ network, term, settledAt: now + DEBOUNCE_MS })
    cancelTimer ??= schedule(flushSettled, DEBOUNCE_MS)
  }

  function flushSettled(): void {
    cancelTimer = undefined
    const now = clock().getTime()
    enqueueWrite(pending.filter(({ settledAt }) => settledAt <= now))
    pending = pending.filter(({ settledAt }) => settledAt > now)
    const next = Math.min(...pending.map(({ settledAt }) => settledAt))
    if (pending.length > 0) cancelTimer = schedule(flushSettled, next - now)
  }

  function enqueueWrite(settled: PendingSearch[]): void {
    const terms = settled.map(({ term }) => term)
    if (terms.length > 0) writing = writing.then(() => write(terms)).catch(onError)
  }

  return {
    record,
    async flush() {
      cancelTimer?.()
      cancelTimer = undefined
      enqueueWrite(pending)
      pending = []
      await writing
    },
  }
}

/** Whether who searched `earlier` went on typing, or mended a slip, to search `term`. */
function isContinuation(earlier: string, term: string): boolean {
  if (term.startsWith(earlier)) return true
  const maxEdits = Math.min(2, Math.floor(Math.min(earlier.length, term.length) / 3))
  return maxEdits > 0 && editDistance(earlier, term, maxEdits) <= maxEdits
}

/** Whether a folded term may be kept: neither a letter nor a story, and nothing by which a person could be reached. */
const isRecordable = (term: string) =>
  term.length >= MIN_TERM_LENGTH &&
  term.length <= MAX_TERM_LENGTH &&
  !term.includes('@') &&
  !TELEPHONE_NUMBER.test(term)
