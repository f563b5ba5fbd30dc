import { useSyncExternalStore } from 'react'
import { createLocalStorageStore } from './local-storage-store.ts'

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
  const { get, subscribe, update } = createLocalStorageStore<readonly string[]>(key, (stored) =>
    Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [],
  )
  return {
    useIds: (enabled = true) =>
      useSyncExternalStore<readonly string[] | undefined>(
        subscribe,
        () => (enabled ? get() : undefined),
        () => undefined,
      ),
    useHas: (id) =>
      useSyncExternalStore(
        subscribe,
        () => get().includes(id),
        () => false,
      ),
    update,
  }
}
