import type { Kind } from '#contracts/item.ts'
import type { ListWish } from '../lib/item-queries.ts'
import type { CatalogueView } from './catalogue-address.ts'

/**
 * What the three list calls ask for: the filters narrow down the open tab, the search all of them. `marked` are the ids
 * that were marked on this device, which only the browser knows.
 */
export function listWishes(view: CatalogueView, marked?: Iterable<string>): Record<Kind, ListWish> {
  const { search, sort } = view
  const plain: ListWish = { search, sort }
  if (view.favourites) {
    // A comma alone asks for none of them.
    const wish = { ...plain, ids: [...(marked ?? [])].join(',') || ',' }
    return { machine: wish, spare: wish, service: wish }
  }
  const { category, featured, priceFrom, priceTo, specifications } = view
  const filters = Object.entries({ category, featured, priceFrom, priceTo, specifications })
  // Without filters the open tab asks as it did when it was closed.
  const open = { ...plain, ...Object.fromEntries(filters.filter(([, value]) => value)) }
  return { machine: plain, spare: plain, service: plain, [view.tab]: open }
}
