import { deviceList } from '../../lib/device-list.ts'

const list = deviceList('favourites')

/** The ids of the items that were marked on this device, and nowhere else (row CAT-7); undefined until the page is alive. */
export const useFavourites = list.use
/** Whether an item is among them. */
export const useIsFavourite = list.useHas

/** Marks an item, or takes the mark away. */
export function toggleFavourite(id: string): void {
  list.change((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))
}
