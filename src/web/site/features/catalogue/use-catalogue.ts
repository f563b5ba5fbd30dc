import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Kind } from '#contracts/item.ts'
import { listQuery } from '../../../lib/item-queries.ts'
import { useNavigate, useParameters } from '../../../lib/navigation.tsx'
import { type CatalogueView, catalogueAddress, readCatalogueAddress } from '../../catalogue-address.ts'
import { listWishes } from '../../catalogue-lists.ts'
import { useFavourites } from '../../items/favourites.ts'

/** What the address asks for, and the way to ask for something else. */
export function useCatalogueView() {
  const navigate = useNavigate()
  const view = readCatalogueAddress(useParameters())
  const change = (part: Partial<CatalogueView>, options?: { replace: boolean }) =>
    navigate(catalogueAddress({ ...view, ...part }), options)
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
    totals: {
      machine: totalOf(lists, 'machine'),
      spare: totalOf(lists, 'spare'),
      service: totalOf(lists, 'service'),
    },
    loadMore: next && (() => void next.fetchNextPage()),
    loadingMore: shown.some(({ isFetchingNextPage }) => isFetchingNextPage),
  }
}

type Lists = Record<Kind, { data: { pages: { all: number }[] } | undefined }>
const totalOf = (lists: Lists, kind: Kind) => lists[kind].data?.pages.at(-1)?.all ?? 0
