/** Runs something once, later; answers the way to call it off. Tests set their own. */
export type Timer = (run: () => void, afterMs: number) => () => void

/** Does not keep the process alive. */
export const systemTimer: Timer = (run, afterMs) => {
  const timeout = setTimeout(run, afterMs)
  timeout.unref()
  return () => clearTimeout(timeout)
}
