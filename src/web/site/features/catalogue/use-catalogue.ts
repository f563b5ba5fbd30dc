import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Kind } from '#contracts/item.ts'
import type { Item } from '#contracts/parse-item.ts'
import { type ListPage, listQuery, pageQuery } from '../../../lib/item-queries.ts'
import { useNavigate, useSearchParams } from '../../../lib/navigation.tsx'
import { getListParams } from '../../catalogue-queries.ts'
import { buildCatalogueUrl, type CatalogueView, parseCatalogueUrl } from '../../catalogue-url.ts'
import { useFavourites } from '../../items/favourites.ts'

/** Shows the list with something else asked for, in place of the present one. */
export type ChangeView = (
  part: Partial<CatalogueView> | ((now: CatalogueView) => Partial<CatalogueView>),
) => void

/** What the address asks for, the same as long as it asks for the same, and the way to ask for something else. */
export function useCatalogueView() {
  const navigate = useNavigate()
  const search = String(useSearchParams())
  const view = useMemo(() => parseCatalogueUrl(new URLSearchParams(search)), [search])
  const change: ChangeView = (part) => {
    // Two changes may come between two drawings of the page.
    const now = parseCatalogueUrl(new URLSearchParams(location.search))
    const wanted = typeof part === 'function' ? part(now) : part
    navigate(buildCatalogueUrl({ ...now, from: 0, ...wanted }), { replace: true })
  }
  return { view, change }
}

/** A list as it stands below the tools: the answer, and the view that asked for it. */
export interface CatalogueResult {
  view: CatalogueView
  items: Item[]
  /** What was looked for where nothing contains the search. */
  rewrittenAs: string | undefined
  /** How many there are of each kind, and how many of them are asked for; undefined where nobody could say. */
  totals: Record<Kind, number | undefined>
  matching: Record<Kind, number | undefined>
}

/**
 * The three lists side by side (row CAT-10): the items to show, and how many there are under every tab. The favourites
 * are read from the device, so they wait until the page is alive.
 */
export function useCatalogueLists(view: CatalogueView) {
  const client = useQueryClient()
  const favouriteIds = useFavourites(view.favourites)
  const listParams = getListParams(view, favouriteIds)
  const options = { enabled: !view.favourites || favouriteIds !== undefined }
  const lists = {
    machine: useInfiniteQuery({ ...listQuery('machine', listParams.machine), ...options }),
    spare: useInfiniteQuery({ ...listQuery('spare', listParams.spare), ...options }),
    service: useInfiniteQuery({ ...listQuery('service', listParams.service), ...options }),
  }
  const all = Object.values(lists)
  const shown = view.favourites ? all : [lists[view.tab]]
  const next = (view.favourites ? KINDS : [view.tab]).find((kind) => lists[kind].hasNextPage)
  const pending = all.some(({ isPending }) => isPending)
  const machines = lists.machine.data?.pages
  const spares = lists.spare.data?.pages
  const services = lists.service.data?.pages
  const currentResult = useMemo(
    () => toCatalogueResult(view, { machine: machines, spare: spares, service: services }),
    [view, machines, spares, services],
  )
  const lastResult = useLastResult(currentResult, pending)
  const listing = lastResult && isSameList(lastResult.view, view) ? lastResult : undefined
  const deferredValue = useDeferredValue(listing)
  return {
    error: all.find(({ isError, data }) => isError && !data)?.error,
    moreFailed: shown.some(({ isFetchNextPageError }) => isFetchNextPageError),
    /** What was asked for last, once it is answered; before it what stood there, and nothing under a tab just opened. */
    listing,
    /** Drawn after whatever somebody just did: letters show at once, however long the list. Another tab is what they did. */
    deferredResult: listing && deferredValue?.view.tab !== listing.view.tab ? listing : deferredValue,
    totals: mapKinds((kind) => currentResult.totals[kind] ?? lastResult?.totals[kind]),
    marked: favouriteIds?.length ?? 0,
    loadMore: pending || !next ? undefined : lists[next].fetchNextPage,
    prefetchMore: () => {
      const loadedCount = next && lists[next].data?.pages.reduce((sum, { items }) => sum + items.length, 0)
      if (next && loadedCount)
        void client.prefetchQuery(
          pageQuery(next, listParams[next], (listParams[next].from ?? 0) + loadedCount),
        )
    },
    loadingMore: shown.some(({ isFetchingNextPage }) => isFetchingNextPage),
  }
}

type Pages = ListPage[] | undefined

function toCatalogueResult(view: CatalogueView, pages: Record<Kind, Pages>): CatalogueResult {
  const shown = view.favourites ? KINDS : [view.tab]
  return {
    view,
    items: shown.flatMap((kind) => pages[kind]?.flatMap(({ items }) => items) ?? []),
    rewrittenAs: pages[shown[0]!]?.[0]?.rewrittenAs,
    totals: mapKinds((kind) => pages[kind]?.at(-1)?.unfilteredTotal),
    matching: mapKinds((kind) => pages[kind]?.at(-1)?.total),
  }
}

/** The answer, or while it is under way the one before it. */
function useLastResult(result: CatalogueResult, pending: boolean): CatalogueResult | undefined {
  const [lastResult, setLastResult] = useState<CatalogueResult | undefined>(pending ? undefined : result)
  if (!pending && lastResult !== result) setLastResult(result)
  return pending ? lastResult : result
}

const isSameList = (one: CatalogueView, other: CatalogueView) =>
  one.tab === other.tab && one.favourites === other.favourites

const KINDS = ['machine', 'spare', 'service'] as const

const mapKinds = <Value>(getValue: (kind: Kind) => Value): Record<Kind, Value> => ({
  machine: getValue('machine'),
  spare: getValue('spare'),
  service: getValue('service'),
})
