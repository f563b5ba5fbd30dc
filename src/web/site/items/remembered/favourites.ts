import { createLocalStorageList } from '#web/lib/local-storage-list.ts'

const list = createLocalStorageList('favourites')

/** The ids of the favourites, which are stored on this device only (row CAT-7); undefined until hydration. */
export const useFavourites = list.useIds
/** Whether an item is a favourite. */
export const useIsFavourite = list.useHas

/** Replaces the ids with the result of `change`. */
export const updateFavourites = list.update

/** Adds an item to the favourites, or removes it. */
export function toggleFavourite(id: string): void {
  updateFavourites((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))
}
