import { EventEmitter } from 'node:events'

/** Each module adds one or two when the server starts; more would be those of requests, which are never removed. */
const MAX_LISTENERS = 30

/**
 * `content-changed`: something that a public page shows has changed; 'pages' if it is certainly no item. `mail-queued`: the outbox has a new e-mail, whose
 * transaction may not be committed yet. Listeners run synchronously in the order of their registration and must not throw.
 */
export class Events extends EventEmitter<{ 'content-changed': [what?: 'pages']; 'mail-queued': [] }> {
  constructor() {
    super()
    this.setMaxListeners(MAX_LISTENERS)
  }
}

/**
 * Reads once, and again after every change of public content; concurrent calls share the reading. What was read before a
 * change is returned to those who wait for it, and not kept. A failed read is repeated on the next call.
 */
export function memoizeUntilChange<Result>(
  events: Events,
  read: () => Promise<Result>,
): () => Promise<Result> {
  let latest: Promise<Result> | undefined
  events.on('content-changed', () => {
    latest = undefined
  })
  return () => {
    if (latest) return latest
    const pending = read()
    latest = pending
    pending.catch(() => {
      if (latest === pending) latest = undefined
    })
    return pending
  }
}
