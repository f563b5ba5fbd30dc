import { useSyncExternalStore } from 'react'

let stack: HTMLElement[] = []
const listeners = new Set<() => void>()

/** Notes an open modal; answers the way to forget it. */
export function pushModal(element: HTMLElement): () => void {
  set([...stack, element])
  return () => set(stack.filter((other) => other !== element))
}

/** The modal on top, outside of which nothing can be seen clearly, chosen or heard; undefined when none is open. */
export function useTopModal(): HTMLElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1),
    () => undefined,
  )
}

function set(next: HTMLElement[]): void {
  stack = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
