import { useSyncExternalStore } from 'react'

/** A list of ids in local storage. Without storage it lasts until the page is left. */
export interface LocalStorageList {
  /** The ids; undefined on the server, during hydration, and if not `enabled`. The same array until the list changes. */
  useIds(enabled?: boolean): readonly string[] | undefined
  /** Whether the list contains the id; false on the server and during hydration. Renders again only when this changes. */
  useHas(id: string): boolean
  /** Replaces the list with the result of `change`. */
  update(change: (ids: readonly string[]) => readonly string[]): void
}

/** Creates the list that local storage holds under `key`, synchronised with other tabs. */
export function createLocalStorageList(key: string): LocalStorageList {
  let cached: { text: string | null; ids: readonly string[] } = { text: null, ids: [] }
  const listeners = new Set<() => void>()
  const read = (): readonly string[] => {
    try {
      const text = localStorage.getItem(key)
      if (text !== cached.text) cached = { text, ids: parseIds(text) }
    } catch {
      // Storage is blocked.
    }
    return cached.ids
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
  return {
    useIds: (enabled = true) =>
      useSyncExternalStore<readonly string[] | undefined>(
        subscribe,
        () => (enabled ? read() : undefined),
        () => undefined,
      ),
    useHas: (id) =>
      useSyncExternalStore(
        subscribe,
        () => read().includes(id),
        () => false,
      ),
    update: (change) => {
      const ids = change(read())
      try {
        localStorage.setItem(key, JSON.stringify(ids))
      } catch {
        cached = { text: cached.text, ids }
      }
      for (const listener of listeners) listener()
    },
  }
}

function parseIds(text: string | null): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
