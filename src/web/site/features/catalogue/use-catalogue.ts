import { useInfiniteQuery } from '@tanstack/react-query'
import type { Kind } from '#contracts/item.ts'
import { listQuery } from '../../../lib/item-queries.ts'
import { useNavigate, useParameters } from '../../../lib/navigation.tsx'
import { type CatalogueView, catalogueAddress, readCatalogueAddress } from '../../catalogue-address.ts'

/** What the address asks for, and the way to ask for something else. */
export function useCatalogueView() {
  const navigate = useNavigate()
  const view = readCatalogueAddress(useParameters())
  const change = (part: Partial<CatalogueView>, options?: { replace: boolean }) =>
    navigate(catalogueAddress({ ...view, ...part }), options)
  return { view, change }
}

/** The three lists side by side (row CAT-10): the open tab's items, and how many match under every tab. */
export function useCatalogueLists(view: CatalogueView) {
  const lists = {
    machine: useInfiniteQuery(listQuery('machine', view)),
    spare: useInfiniteQuery(listQuery('spare', view)),
    service: useInfiniteQuery(listQuery('service', view)),
  }
  const all = Object.values(lists)
  const open = lists[view.tab]
  return {
    loading: all.some(({ isPending }) => isPending),
    error: all.find(({ isError, data }) => isError && !data)?.error,
    moreFailed: open.isFetchNextPageError,
    items: open.data?.pages.flatMap(({ items }) => items) ?? [],
    totals: {
      machine: totalOf(lists, 'machine'),
      spare: totalOf(lists, 'spare'),
      service: totalOf(lists, 'service'),
    },
    loadMore: open.hasNextPage ? () => void open.fetchNextPage() : undefined,
    loadingMore: open.isFetchingNextPage,
  }
}

type Lists = Record<Kind, { data: { pages: { all: number }[] } | undefined }>
const totalOf = (lists: Lists, kind: Kind) => lists[kind].data?.pages.at(-1)?.all ?? 0
