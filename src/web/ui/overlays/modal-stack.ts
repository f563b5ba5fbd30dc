import { createStore, useStore } from '../../lib/store.ts'

const store = createStore<readonly HTMLElement[]>([])

/** Adds an open modal. Returns the function that removes it. */
export function pushModal(element: HTMLElement): () => void {
  store.set([...store.get(), element])
  return () => store.set(store.get().filter((other) => other !== element))
}

/** The topmost open modal, which makes everything outside it inert; undefined if none is open. */
export const useTopModal = (): HTMLElement | undefined => useStore(store, NO_MODALS).at(-1)

const NO_MODALS: readonly HTMLElement[] = []
