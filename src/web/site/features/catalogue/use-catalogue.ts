import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { SearchedJob } from '#contracts/catalogue/discovery.ts'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { useNavigate, useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { buildCatalogueUrl, type CatalogueView } from '../../catalogue-url.ts'
import { useFavourites } from '../../items/remembered/favourites.ts'
import { parseCatalogueUrl } from '../../parse-catalogue-url.ts'
import {
  getCountParams,
  getListParams,
  type ListPage,
  listQuery,
  openBestTab,
  pageQuery,
  type Understood,
} from '../../queries/list-queries.ts'
import type { ShownDocument } from '../../queries/shown-documents.ts'
import { useIsListView } from './remembered-view.ts'

/**
 * Shows the list with other parameters. Back undoes a filter and the sort order; what is typed into the search, and the view,
 * replace the current address.
 */
export type ChangeView = (
  part: Partial<CatalogueView> | ((now: CatalogueView) => Partial<CatalogueView>),
) => void

/** The view that the address describes (the same object while the parameters are the same), and the function to change it. */
export function useCatalogueView() {
  const navigate = useNavigate()
  const search = String(useSearchParams())
  const view = useBestTab(useMemo(() => parseCatalogueUrl(new URLSearchParams(search)), [search]))
  const change: ChangeView = (part) => {
    // The address may have changed since the last render.
    const now = {
      ...parseCatalogueUrl(new URLSearchParams(location.search)),
      tab: view.tab,
      opensBest: false,
    }
    const changes = typeof part === 'function' ? part(now) : part
    const replace = 'search' in changes || 'view' in changes
    const url = buildCatalogueUrl({ ...now, from: 0, ...changes })
    if (toLanguagePath(url) !== location.pathname + location.search) navigate(url, { replace })
  }
  return { view, change }
}

/** The view with the tab that answers its search best, if it asks for that; until the answers are known, as it is. */
function useBestTab(asked: CatalogueView): CatalogueView {
  const client = useQueryClient()
  const params = getCountParams(asked.search)
  const options = { enabled: asked.opensBest }
  const machine = useInfiniteQuery({ ...listQuery('machine', params), ...options })
  const spare = useInfiniteQuery({ ...listQuery('spare', params), ...options })
  const service = useInfiniteQuery({ ...listQuery('service', params), ...options })
  const hasFailed = machine.isError || spare.isError || service.isError
  // biome-ignore lint/correctness/useExhaustiveDependencies: openBestTab reads these data
  return useMemo(
    () => (hasFailed && asked.opensBest ? { ...asked, opensBest: false } : openBestTab(client, asked)),
    [client, asked, hasFailed, machine.data, spare.data, service.data],
  )
}

/** The items of a view, with the view itself: while the next result is pending, the previous one stays on display. */
export interface CatalogueData {
  view: CatalogueView
  items: Item[]
  /** Whether they are shown as rows instead of cards. */
  isListView: boolean
  /** The search that was used instead, if nothing contains the search of the view. */
  rewrittenAs: string | undefined
  understood: Understood | undefined
  ignored: string[]
  isNearest: boolean
  job: SearchedJob | undefined
  /** The documents that the search asks for. */
  documents: ShownDocument[]
  /** Per kind, how well the first item answers the search. */
  matches: Record<Kind, number | undefined>
  /** Per kind, the number of all items and of those that match; undefined if the request failed. */
  totals: Record<Kind, number | undefined>
  matching: Record<Kind, number | undefined>
}

export interface CatalogueResult {
  /** Undefined while the first result of a tab is pending. It is rendered at low priority, so that typing is not delayed. */
  data: CatalogueData | undefined
  /** Whether a newer result, or a further page of it, is pending. */
  isStale: boolean
  /** Why there is no data. */
  error: Error | null | undefined
  totals: CatalogueData['totals']
  favouriteCount: number
  /** Loads the next page; undefined if there is none. */
  loadMore: (() => unknown) | undefined
  /** Fetches the next page without showing it. */
  prefetchMore: () => void
  hasLoadMoreFailed: boolean
}

/**
 * The items of the open tab and the number of items on every tab, from three requests in parallel (row CAT-10). The ids of
 * the favourites are known only in the browser, so their requests start after hydration.
 */
export function useCatalogueResult(view: CatalogueView): CatalogueResult {
  const client = useQueryClient()
  const favouriteIds = useFavourites(view.favourites)
  const listParams = getListParams(view, favouriteIds)
  const options = { enabled: !view.opensBest && (!view.favourites || favouriteIds !== undefined) }
  const lists = {
    machine: useInfiniteQuery({ ...listQuery('machine', listParams.machine), ...options }),
    spare: useInfiniteQuery({ ...listQuery('spare', listParams.spare), ...options }),
    service: useInfiniteQuery({ ...listQuery('service', listParams.service), ...options }),
  }
  const isListView = useIsListView(view)
  const machines = lists.machine.data?.pages
  const spares = lists.spare.data?.pages
  const services = lists.service.data?.pages
  const current = useMemo(
    () => toCatalogueData(view, isListView, { machine: machines, spare: spares, service: services }),
    [view, isListView, machines, spares, services],
  )
  const all = Object.values(lists)
  const isPending = all.some((list) => list.isPending)
  const latest = useLatest(isPending ? undefined : current)
  const data = useDeferredList(latest && isSameTab(latest.view, view) ? latest : undefined)
  const shownKinds = view.favourites ? KINDS : [view.tab]
  const next = shownKinds.find((kind) => lists[kind].hasNextPage)
  return {
    data,
    isStale: data !== current || shownKinds.some((kind) => lists[kind].isFetchingNextPage),
    error: all.find((list) => list.isError && !list.data)?.error,
    totals: mapKinds((kind) => current.totals[kind] ?? latest?.totals[kind]),
    favouriteCount: favouriteIds?.length ?? 0,
    loadMore: isPending || !next ? undefined : lists[next].fetchNextPage,
    prefetchMore: () => {
      const loadedCount = next && lists[next].data?.pages.reduce((sum, { items }) => sum + items.length, 0)
      if (next && loadedCount)
        void client.prefetchQuery(
          pageQuery(next, listParams[next], (listParams[next].from ?? 0) + loadedCount),
        )
    },
    hasLoadMoreFailed: shownKinds.some((kind) => lists[kind].isFetchNextPageError),
  }
}

function toCatalogueData(
  view: CatalogueView,
  isListView: boolean,
  pages: Record<Kind, ListPage[] | undefined>,
): CatalogueData {
  const shownKinds = view.favourites ? KINDS : [view.tab]
  const first = pages[shownKinds[0]!]?.[0]
  return {
    view,
    isListView,
    items: shownKinds.flatMap((kind) => pages[kind]?.flatMap(({ items }) => items) ?? []),
    rewrittenAs: first?.rewrittenAs,
    understood: first?.understood,
    ignored: first?.ignored ?? [],
    isNearest: first?.isNearest ?? false,
    job: first?.job,
    documents: first?.documents ?? [],
    matches: mapKinds((kind) => pages[kind]?.[0]?.match),
    totals: mapKinds((kind) => pages[kind]?.at(-1)?.unfilteredTotal),
    matching: mapKinds((kind) => pages[kind]?.at(-1)?.total),
  }
}

/** The last value that was not undefined. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}

/** Defers a new list of the same tab; a list of another tab is rendered immediately. */
function useDeferredList(data: CatalogueData | undefined): CatalogueData | undefined {
  const deferred = useDeferredValue(data)
  return data && deferred && isSameTab(deferred.view, data.view) ? deferred : data
}

const isSameTab = (one: CatalogueView, other: CatalogueView) =>
  one.tab === other.tab && one.favourites === other.favourites

const mapKinds = <Value>(getValue: (kind: Kind) => Value): Record<Kind, Value> => ({
  machine: getValue('machine'),
  spare: getValue('spare'),
  service: getValue('service'),
})
