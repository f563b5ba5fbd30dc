import type { QueryClient } from '@tanstack/react-query'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
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
  const otherTabParams = getCountParams(search)
  return {
    machine: otherTabParams,
    spare: otherTabParams,
    service: otherTabParams,
    [view.tab]: openTabParams,
  }
}

/** The parameters of a list of which only the number of items is needed, and how well it answers a search. */
export const getCountParams = (search: string): ListParams => ({ search, sort: 'name', countOnly: true })

/** Opens the tab that answers the search best, if the view asks for it and the numbers of all tabs are known. */
export function openBestTab(client: QueryClient, view: CatalogueView): CatalogueView {
  if (!view.opensBest) return view
  const matches = KINDS.map((kind) => {
    const list = client.getQueryData(listQuery(kind, getCountParams(view.search)).queryKey)
    return { kind, match: list?.pages[0]?.match }
  })
  if (matches.some(({ match }) => match === undefined)) return view
  const best = matches.reduce((one, other) => (other.match! > one.match! ? other : one))
  return { ...view, tab: best.kind, opensBest: false }
}

/** What a search finds in another tab than the open one: the list of that tab, which its link then shows immediately. */
export const foundInTabQuery = (kind: Kind, search: string) => listQuery(kind, { search, sort: 'name' })
