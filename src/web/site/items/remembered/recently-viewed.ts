import { createLocalStorageList } from '#web/lib/local-storage-list.ts'

/** The number of items that the strip of an item's page shows. */
export const MAX_SHOWN = 4
/** The item on display is stored, too. */
const MAX_STORED = Math.max(12, MAX_SHOWN + 1)

/** Each entry is an id and the time in ms since 1970, 'cl25 1795400000000'; older versions stored the id alone. */
const list = createLocalStorageList('recentlyViewed')

/** The entries of the items viewed on this device, the most recent first; undefined until hydration. */
export const useRecentlyViewed = list.useIds

/** Parses an entry; `at` is undefined if it has no time. */
export function parseRecentView(entry: string): { id: string; at: number | undefined } {
  const [id = '', time] = entry.split(' ')
  return { id, at: Number(time) || undefined }
}

/** Stores that an item is viewed now. */
export function recordView(id: string): void {
  list.update((before) =>
    [`${id} ${Date.now()}`, ...before.filter((entry) => parseRecentView(entry).id !== id)].slice(
      0,
      MAX_STORED,
    ),
  )
}
