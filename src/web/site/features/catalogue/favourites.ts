import { useSyncExternalStore } from 'react'

const KEY = 'favourites'
let known: { text: string | null; ids: ReadonlySet<string> } = { text: null, ids: new Set() }
const listeners = new Set<() => void>()

/** The ids of the items that were marked on this device, and nowhere else (row CAT-7); undefined until the page is alive. */
export function useFavourites(): ReadonlySet<string> | undefined {
  return useSyncExternalStore<ReadonlySet<string> | undefined>(subscribe, read, () => undefined)
}

export function toggleFavourite(id: string): void {
  const ids = new Set(read())
  if (!ids.delete(id)) ids.add(id)
  try {
    localStorage.setItem(KEY, JSON.stringify([...ids]))
  } catch {
    // A browser without storage forgets the mark with the page.
    known = { text: known.text, ids }
  }
  for (const listener of listeners) listener()
}

/** The same set as long as the storage says the same. */
function read(): ReadonlySet<string> {
  let text: string | null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    return known.ids
  }
  if (text !== known.text) known = { text, ids: new Set(parse(text)) }
  return known.ids
}

function parse(text: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
