import { useSyncExternalStore } from 'react'

/** The item a visitor asked a quote for. */
export interface QuotedItem {
  id: string
  name: string
}

const KEY = 'quotedItem'
let quoted: QuotedItem | undefined
let isRead = false
const listeners = new Set<() => void>()

/** The item that 'Request Quote' was last chosen on in this tab; undefined when there is none, and until the page is alive. */
export const useQuotedItem = () =>
  useSyncExternalStore<QuotedItem | undefined>(subscribe, read, () => undefined)

/** Names the item for the contact form; undefined takes it away again. */
export function quoteItem(item: QuotedItem | undefined): void {
  isRead = true
  quoted = item && { id: item.id, name: item.name }
  try {
    if (quoted) sessionStorage.setItem(KEY, JSON.stringify(quoted))
    else sessionStorage.removeItem(KEY)
  } catch {
    // A browser without storage remembers it as long as the page.
  }
  for (const listener of listeners) listener()
}

function read(): QuotedItem | undefined {
  if (isRead) return quoted
  isRead = true
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<QuotedItem> | null
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
