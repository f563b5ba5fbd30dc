import type { Events } from '#server/kernel/events.ts'

interface InvalidationDeps {
  events: Events
  /** See `Database`. */
  database: { notifyLocalChange(): void; onRemoteChange(listener: () => void): void }
  media: { invalidate(): void }
  caches: { clear(): void }[]
}

/**
 * Clears the caches after every change of public content. A change by another process may also concern pictures, so it
 * invalidates all media records; changes of pictures by this process invalidate the records where they are made.
 */
export function invalidateCachesOnChange({ events, database, media, caches }: InvalidationDeps): void {
  events.on('content-changed', () => {
    database.notifyLocalChange()
    for (const cache of caches) cache.clear()
  })
  database.onRemoteChange(() => {
    media.invalidate()
    events.emit('content-changed')
  })
}
