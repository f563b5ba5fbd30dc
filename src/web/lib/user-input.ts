const EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Calls `onInput` with every input of the visitor that may scroll the page, until `signal` is aborted. */
export function watchUserInput(onInput: () => void, signal: AbortSignal): void {
  for (const type of EVENTS) addEventListener(type, onInput, { signal, passive: true })
}
