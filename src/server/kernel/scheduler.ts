/** Runs a callback once after a delay. Returns a function that cancels it. Tests replace it. */
export type Scheduler = (callback: () => void, delayMs: number) => () => void

/** Does not keep the process alive. */
export const systemScheduler: Scheduler = (callback, delayMs) => {
  const timeout = setTimeout(callback, delayMs)
  timeout.unref()
  return () => clearTimeout(timeout)
}

/** Work in the background that is done again when there is something to do. */
export interface Loop {
  /** Does the work now, or once more after the running one. */
  wake(): void
  /** Aborts the signal of the running work, and waits for its end. Nothing is done any more. */
  stop(): Promise<void>
}

interface LoopOptions {
  /** Settles when there is nothing more to do. A failure is reported; the work is tried again with the next `wake`. */
  work(signal: AbortSignal): Promise<unknown>
  /** How often the work is done without a `wake`; never by default. */
  intervalMs?: number
  onError(error: unknown): void
}

/** Creates a loop, which begins with the first `wake`, or after the interval. It does not keep the process alive. */
export function createLoop({ work, intervalMs, onError }: LoopOptions): Loop {
  const stopping = new AbortController()
  let isWoken = false
  let running: Promise<void> | undefined
  const timer = intervalMs && setInterval(wake, intervalMs).unref()

  function wake(): void {
    isWoken = true
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }

  async function run(): Promise<void> {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false
      await work(stopping.signal)
    }
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
