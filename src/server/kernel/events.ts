/**
 * `content-changed`: something that a public page shows has changed. `mail-queued`: the outbox has a new e-mail, whose
 * transaction may not be committed yet.
 */
type Event = 'content-changed' | 'mail-queued'

export interface Events {
  emit(event: Event): void
  on(event: Event, listener: () => void): void
}

/** Listeners run synchronously in the order of their registration and must not throw. */
export function createEvents(): Events {
  const listeners: Record<Event, (() => void)[]> = { 'content-changed': [], 'mail-queued': [] }
  return {
    emit: (event) => {
      for (const listener of listeners[event]) listener()
    },
    on: (event, listener) => {
      listeners[event].push(listener)
    },
  }
}
