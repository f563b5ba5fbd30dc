import { useSyncExternalStore } from 'react'

/** The item a visitor asked a quote for. */
export interface QuotedItem {
  id: string
  name: string
}

const STORAGE_KEY = 'quotedItem'
let quoted: QuotedItem | undefined
let isLoaded = false
const listeners = new Set<() => void>()

/** The item that 'Request Quote' was last chosen on in this tab; undefined when there is none, and until the page is alive. */
export const useQuotedItem = () =>
  useSyncExternalStore<QuotedItem | undefined>(subscribe, read, () => undefined)

/** Names the item for the contact form; undefined takes it away again. */
export function setQuotedItem(item: QuotedItem | undefined): void {
  isLoaded = true
  quoted = item && { id: item.id, name: item.name }
  try {
    if (quoted) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(quoted))
    else sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // A browser without storage remembers it as long as the page.
  }
  for (const listener of listeners) listener()
}

function read(): QuotedItem | undefined {
  if (isLoaded) return quoted
  isLoaded = true
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<QuotedItem> | null
    if (typeof stored?.id === 'string' && typeof stored.name === 'string') quoted = stored as QuotedItem
  } catch {
    quoted = undefined
  }
  return quoted
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
