import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Kind } from '#contracts/item.ts'
import { listQuery } from '../../../lib/item-queries.ts'
import { useNavigate, useParameters } from '../../../lib/navigation.tsx'
import { type CatalogueView, catalogueAddress, readCatalogueAddress } from '../../catalogue-address.ts'
import { listWishes } from '../../catalogue-lists.ts'
import { useFavourites } from '../../items/favourites.ts'

/** Shows the list with something else asked for, in place of the present one. */
export type ChangeView = (
  part: Partial<CatalogueView> | ((now: CatalogueView) => Partial<CatalogueView>),
) => void

/** What the address asks for, and the way to ask for something else. */
export function useCatalogueView() {
  const navigate = useNavigate()
  const view = readCatalogueAddress(useParameters())
  const change: ChangeView = (part) => {
    // Two changes may come between two drawings of the page.
    const now = readCatalogueAddress(new URLSearchParams(location.search))
    const wanted = typeof part === 'function' ? part(now) : part
    navigate(catalogueAddress({ ...now, from: 0, ...wanted }), { replace: true })
  }
  return { view, change }
}

/**
 * The three lists side by side (row CAT-10): the items to show, and how many there are under every tab. The favourites
 * are read from the device, so they wait until the page is alive.
 */
export function useCatalogueLists(view: CatalogueView) {
  const marked = useFavourites()
  const wishes = listWishes(view, marked)
  const options = {
    enabled: !view.favourites || marked !== undefined,
    // A mark taken away leaves the others where they are.
    ...(view.favourites && { placeholderData: keepPreviousData }),
  }
  const lists = {
    machine: useInfiniteQuery({ ...listQuery('machine', wishes.machine), ...options }),
    spare: useInfiniteQuery({ ...listQuery('spare', wishes.spare), ...options }),
    service: useInfiniteQuery({ ...listQuery('service', wishes.service), ...options }),
  }
  const all = Object.values(lists)
  const shown = view.favourites ? all : [lists[view.tab]]
  const next = shown.find(({ hasNextPage }) => hasNextPage)
  return {
    loading: all.some(({ isPending }) => isPending),
    error: all.find(({ isError, data }) => isError && !data)?.error,
    moreFailed: shown.some(({ isFetchNextPageError }) => isFetchNextPageError),
    items: shown.flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? []),
    instead: shown[0]?.data?.pages[0]?.instead,
    /** How many there are of each kind, and how many of them are asked for; undefined where nobody could say. */
    totals: eachKind((kind) => lists[kind].data?.pages.at(-1)?.all),
    matching: eachKind((kind) => lists[kind].data?.pages.at(-1)?.total),
    marked: marked?.length ?? 0,
    loadMore: next && (() => void next.fetchNextPage()),
    loadingMore: shown.some(({ isFetchingNextPage }) => isFetchingNextPage),
  }
}

const eachKind = <Value>(of: (kind: Kind) => Value): Record<Kind, Value> => ({
  machine: of('machine'),
  spare: of('spare'),
  service: of('service'),
})
