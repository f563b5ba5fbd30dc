import { useSyncExternalStore } from 'react'

/** Ids kept in this browser under one key; without storage, as long as the page. */
export interface LocalStorageList {
  /**
   * Undefined until the page is alive, for the server knows nothing of it, and where it is not `wanted`. The same list as
   * long as nothing changes.
   */
  useIds(enabled?: boolean): readonly string[] | undefined
  /** Whether the list holds this id; false until the page is alive. Redraws only when that changes. */
  useHas(id: string): boolean
  /** Replaces the list by what `change` makes of it. */
  update(change: (ids: readonly string[]) => readonly string[]): void
}

export function createLocalStorageList(key: string): LocalStorageList {
  let cached: { text: string | null; ids: readonly string[] } = { text: null, ids: [] }
  const listeners = new Set<() => void>()
  const read = (): readonly string[] => {
    try {
      const text = localStorage.getItem(key)
      if (text !== cached.text) cached = { text, ids: parseIds(text) }
    } catch {
      // A browser without storage knows what it knows.
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
