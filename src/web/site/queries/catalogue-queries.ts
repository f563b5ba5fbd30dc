import type { Kind } from '#contracts/item/item.ts'
import { type ListParams, listQuery } from '#web/site/queries/item-queries.ts'
import type { CatalogueView } from '../catalogue-url.ts'

/**
 * Returns the parameters of the three list requests: the filtered items of the open tab, and only the number of items of
 * the others. `favouriteIds` are known in the browser only.
 */
export function getListParams(
  view: CatalogueView,
  favouriteIds?: Iterable<string>,
): Record<Kind, ListParams> {
  const { search, sort } = view
  const baseParams: ListParams = { search, sort }
  if (view.favourites) {
    // A comma alone matches no item.
    const favouritesParams = { ...baseParams, ids: [...(favouriteIds ?? [])].join(',') || ',' }
    return { machine: favouritesParams, spare: favouritesParams, service: favouritesParams }
  }
  const { category, featured, fits, priceFrom, priceTo, specifications, from } = view
  const filters = Object.entries({ category, featured, fits, priceFrom, priceTo, specifications, from })
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

/** What a search finds in another tab than the open one: the list of that tab, which its link then shows immediately. */
export const foundInTabQuery = (kind: Kind, search: string) => listQuery(kind, { search, sort: 'name' })
