import type { ChatMessage } from '#contracts/enquiry/chat.ts'

const STORAGE_KEY = 'chat'

/** The conversation of this tab; undefined if there is none. */
export function readConversation(): ChatMessage[] | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    if (Array.isArray(stored) && stored.length > 0 && stored.every(isMessage)) return stored
  } catch {
    // Storage is blocked, or holds something else.
  }
  return undefined
}

/** Stores the conversation for the next page; without storage it lasts until the chat is closed. */
export function storeConversation(messages: ChatMessage[]): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(messages))
  } catch {
    // Storage is blocked or full.
  }
}

function isMessage(value: unknown): value is ChatMessage {
  const { id, text, timestamp, items = [] } = (value ?? {}) as Partial<ChatMessage>
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    typeof timestamp === 'number' &&
    Array.isArray(items)
  )
}
