/** What other rooms may want to know. `content` : anything a public page shows has changed. */
type Event = 'content'
export interface Events {
  emit(event: Event): void
  on(event: Event, listener: () => void): void
}

/** Listeners run at once and in order; a listener must not throw. */
export function createEvents(): Events {
  const listeners = new Map<Event, (() => void)[]>()
  return {
    emit: (event) => {
      for (const listener of listeners.get(event) ?? []) listener()
    },
    on: (event, listener) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
  }
}
