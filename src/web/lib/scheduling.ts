/** The delay in browsers without requestIdleCallback. */
const IDLE_FALLBACK_MS = 50

/** Runs a task when the browser is idle; `timeLeft` returns the milliseconds that it may take. */
export function whenIdle(task: (timeLeft: () => number) => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback((idle) => task(() => idle.timeRemaining()))
  else setTimeout(() => task(() => 0), IDLE_FALLBACK_MS)
}

/** Ends the current task of the event loop, so that pending input is handled first. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
