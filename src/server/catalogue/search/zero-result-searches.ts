import type { Clock } from '#server/kernel/clock.ts'
import type { Scheduler } from '#server/kernel/scheduler.ts'
import { fold } from '#server/kernel/text.ts'
import { editDistance } from './query-parsing.ts'

/** A search that is not continued or corrected within this time is final. */
const DEBOUNCE_MS = 10_000
const MIN_TERM_LENGTH = 2
const MAX_TERM_LENGTH = 60
/** Limits against automated searches: beyond them, searches are not recorded. */
const MAX_PENDING_PER_NETWORK = 10
const MAX_PENDING = 100
/** Eight consecutive digits, with any separators, are regarded as a telephone number. */
const TELEPHONE_NUMBER = /\d(?:[\s()./-]*\d){7}/

/** One search of the catalogue page and whether it had results. */
export interface SearchEvent {
  /** The client's network. Searches of one network are taken for the typing of one person. */
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
  /** Returns immediately, accesses no database and never throws. */
  record(event: SearchEvent): void
  /** Writes all pending searches. */
  flush(): Promise<void>
}

/**
 * Holds searches with no results in memory for ten seconds. A search that the same network continues or corrects in
 * this time was typed on the way to the next one, and is dropped. `write` receives the terms of the others; `onError`
 * receives what it throws.
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
    // The same search again, or a longer one from which characters are being deleted.
    const extended = hasResults ? undefined : sameNetwork.find((earlier) => earlier.term.startsWith(term))
    if (extended) {
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

/** Whether `term` continues or corrects `earlier`. */
function isContinuation(earlier: string, term: string): boolean {
  if (term.startsWith(earlier)) return true
  const maxEdits = Math.min(2, Math.floor(Math.min(earlier.length, term.length) / 3))
  return maxEdits > 0 && editDistance(earlier, term, maxEdits) <= maxEdits
}

/** Whether a folded term may be stored: it is of usual length and contains no e-mail address or telephone number. */
const isRecordable = (term: string) =>
  term.length >= MIN_TERM_LENGTH &&
  term.length <= MAX_TERM_LENGTH &&
  !term.includes('@') &&
  !TELEPHONE_NUMBER.test(term)
