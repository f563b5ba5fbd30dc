/** Milliseconds after which a browser that never says when it is idle is taken to be so. */
const IDLE_FALLBACK_MS = 50

/** Runs a task when there is nothing else to do; `timeLeft` says how many milliseconds it may take. Not every browser has the call. */
export function whenIdle(task: (timeLeft: () => number) => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback((idle) => task(() => idle.timeRemaining()))
  else setTimeout(() => task(() => 0), IDLE_FALLBACK_MS)
}

/** Ends the task that runs: what came in meanwhile, a key above all, goes first. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
