import type { Kind } from '#contracts/item.ts'
import type { ListWish } from '../lib/item-queries.ts'
import type { CatalogueView } from './catalogue-address.ts'

/**
 * What the three list calls ask for: the open tab's items, narrowed down by the filters, and of the others how many there
 * are. `marked` are the ids that were marked on this device, which only the browser knows.
 */
export function listWishes(view: CatalogueView, marked?: Iterable<string>): Record<Kind, ListWish> {
  const { search, sort } = view
  const plain: ListWish = { search, sort }
  if (view.favourites) {
    // A comma alone asks for none of them.
    const wish = { ...plain, ids: [...(marked ?? [])].join(',') || ',' }
    return { machine: wish, spare: wish, service: wish }
  }
  const { category, featured, priceFrom, priceTo, specifications, from } = view
  const filters = Object.entries({ category, featured, priceFrom, priceTo, specifications, from })
  const open: ListWish = { ...plain, ...Object.fromEntries(filters.filter(([, value]) => value)) }
  const closed: ListWish = { search, sort: 'name', countOnly: true }
  return { machine: closed, spare: closed, service: closed, [view.tab]: open }
}
