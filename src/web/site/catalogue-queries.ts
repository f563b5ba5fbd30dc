import type { Kind } from '#contracts/item.ts'
import type { ListParams } from '#web/lib/item-queries.ts'
import type { CatalogueView } from './catalogue-url.ts'

/**
 * What the three list calls ask for: the open tab's items, narrowed down by the filters, and of the others how many there
 * are. `marked` are the ids that were marked on this device, which only the browser knows.
 */
export function getListParams(
  view: CatalogueView,
  favouriteIds?: Iterable<string>,
): Record<Kind, ListParams> {
  const { search, sort } = view
  const baseParams: ListParams = { search, sort }
  if (view.favourites) {
    // A comma alone asks for none of them.
    const favouritesParams = { ...baseParams, ids: [...(favouriteIds ?? [])].join(',') || ',' }
    return { machine: favouritesParams, spare: favouritesParams, service: favouritesParams }
  }
  const { category, featured, priceFrom, priceTo, specifications, from } = view
  const filters = Object.entries({ category, featured, priceFrom, priceTo, specifications, from })
  const openTabParams: ListParams = {
    ...baseParams,
    ...Object.fromEntries(filters.filter(([, value]) => value)),
  }
  const otherTabParams: ListParams = { search, sort: 'name', countOnly: true }
  return {
    machine: otherTabParams,
    spare: otherTabParams,
    service: otherTabParams,
    [view.tab]: openTabParams,
  }
}
