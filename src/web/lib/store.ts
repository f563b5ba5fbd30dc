import { useSyncExternalStore } from 'react'

/** A value outside React that components subscribe to. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

/** Creates a store with this value. */
export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store; `serverValue` on the server and during hydration. */
export const useStore = <Value>(store: Store<Value>, serverValue: Value): Value =>
  useSyncExternalStore(store.subscribe, store.get, () => serverValue)
