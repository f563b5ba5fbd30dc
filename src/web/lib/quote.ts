import { createStore, useStore } from './store.ts'

/** The item for which a visitor requests a quote. */
export interface QuotedItem {
  id: string
  name: string
}

const STORAGE_KEY = 'quotedItem'
const store = createStore<QuotedItem | undefined>(readStored())

/** The item of the last 'Request Quote' in this tab; undefined if there is none, and during hydration. */
export const useQuotedItem = (): QuotedItem | undefined => useStore(store, undefined)

/** Sets the item of the contact form; undefined removes it. Without session storage it is lost on reload. */
export function setQuotedItem(item: QuotedItem | undefined): void {
  const quoted = item && { id: item.id, name: item.name }
  try {
    if (quoted) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(quoted))
    else sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is blocked or full.
  }
  store.set(quoted)
}

function readStored(): QuotedItem | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<QuotedItem> | null
    if (typeof stored?.id === 'string' && typeof stored.name === 'string') return stored as QuotedItem
  } catch {
    // Storage is blocked or holds no item, or this is the server.
  }
  return undefined
}
