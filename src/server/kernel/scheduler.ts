/** Runs something once, later; answers the way to call it off. Tests set their own. */
export type Scheduler = (callback: () => void, delayMs: number) => () => void

/** Does not keep the process alive. */
export const systemScheduler: Scheduler = (callback, delayMs) => {
  const timeout = setTimeout(callback, delayMs)
  timeout.unref()
  return () => clearTimeout(timeout)
}
