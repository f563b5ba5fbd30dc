/** Runs a callback once after a delay. Returns a function that cancels it. Tests replace it. */
export type Scheduler = (callback: () => void, delayMs: number) => () => void

/** Does not keep the process alive. */
export const systemScheduler: Scheduler = (callback, delayMs) => {
  const timeout = setTimeout(callback, delayMs)
  timeout.unref()
  return () => clearTimeout(timeout)
}
