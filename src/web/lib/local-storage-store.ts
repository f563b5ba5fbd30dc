/** A value in local storage, synchronised with other tabs. Without storage it lasts until the page is left. */
export interface LocalStorageStore<Value> {
  /** The value: the same object until it changes. */
  get(): Value
  /** Replaces the value with the result of `change`. */
  update(change: (value: Value) => Value): void
  subscribe(listener: () => void): () => void
}

/**
 * Creates the store of the value under `key`. `parse` converts stored JSON, and undefined to the value of an
 * empty store.
 */
export function createLocalStorageStore<Value>(
  key: string,
  parse: (stored: unknown) => Value,
): LocalStorageStore<Value> {
  let cached: { text: string | null; value: Value } = { text: null, value: parse(undefined) }
  const listeners = new Set<() => void>()
  const get = () => {
    try {
      const text = localStorage.getItem(key)
      if (text !== cached.text) {
        cached = { text, value: parse(undefined) }
        cached.value = parse(JSON.parse(text ?? 'null'))
      }
    } catch {
      // Storage is blocked, or does not contain JSON.
    }
    return cached.value
  }
  return {
    get,
    update: (change) => {
      const value = change(get())
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch {
        cached = { text: cached.text, value }
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
