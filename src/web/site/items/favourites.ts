import { createLocalStorageList } from '#web/lib/local-storage-list.ts'

const list = createLocalStorageList('favourites')

/** The ids of the items that were marked on this device, and nowhere else (row CAT-7); undefined until the page is alive. */
export const useFavourites = list.useIds
/** Whether an item is among them. */
export const useIsFavourite = list.useHas

/** Marks an item, or takes the mark away. */
export function toggleFavourite(id: string): void {
  list.update((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))
}
