import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Kind } from '#contracts/item.ts'
import type { Item } from '#contracts/item-reader.ts'
import { type ListPage, listQuery, pageQuery } from '../../../lib/item-queries.ts'
import { useNavigate, useParameters } from '../../../lib/navigation.tsx'
import { type CatalogueView, catalogueAddress, readCatalogueAddress } from '../../catalogue-address.ts'
import { listWishes } from '../../catalogue-lists.ts'
import { useFavourites } from '../../items/favourites.ts'

/** Shows the list with something else asked for, in place of the present one. */
export type ChangeView = (
  part: Partial<CatalogueView> | ((now: CatalogueView) => Partial<CatalogueView>),
) => void

/** What the address asks for, the same as long as it asks for the same, and the way to ask for something else. */
export function useCatalogueView() {
  const navigate = useNavigate()
  const address = String(useParameters())
  const view = useMemo(() => readCatalogueAddress(new URLSearchParams(address)), [address])
  const change: ChangeView = (part) => {
    // Two changes may come between two drawings of the page.
    const now = readCatalogueAddress(new URLSearchParams(location.search))
    const wanted = typeof part === 'function' ? part(now) : part
    navigate(catalogueAddress({ ...now, from: 0, ...wanted }), { replace: true })
  }
  return { view, change }
}

/** A list as it stands below the tools: the answer, and the view that asked for it. */
export interface Listing {
  view: CatalogueView
  items: Item[]
  /** What was looked for where nothing contains the search. */
  instead: string | undefined
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
  const marked = useFavourites(view.favourites)
  const wishes = listWishes(view, marked)
  const options = { enabled: !view.favourites || marked !== undefined }
  const lists = {
    machine: useInfiniteQuery({ ...listQuery('machine', wishes.machine), ...options }),
    spare: useInfiniteQuery({ ...listQuery('spare', wishes.spare), ...options }),
    service: useInfiniteQuery({ ...listQuery('service', wishes.service), ...options }),
  }
  const all = Object.values(lists)
  const shown = view.favourites ? all : [lists[view.tab]]
  const next = (view.favourites ? KINDS : [view.tab]).find((kind) => lists[kind].hasNextPage)
  const pending = all.some(({ isPending }) => isPending)
  const machines = lists.machine.data?.pages
  const spares = lists.spare.data?.pages
  const services = lists.service.data?.pages
  const answer = useMemo(
    () => listingOf(view, { machine: machines, spare: spares, service: services }),
    [view, machines, spares, services],
  )
  const last = useLastAnswer(answer, pending)
  const listing = last && isSameList(last.view, view) ? last : undefined
  const deferred = useDeferredValue(listing)
  return {
    error: all.find(({ isError, data }) => isError && !data)?.error,
    moreFailed: shown.some(({ isFetchNextPageError }) => isFetchNextPageError),
    /** What was asked for last, once it is answered; before it what stood there, and nothing under a tab just opened. */
    listing,
    /** Drawn after whatever somebody just did: letters show at once, however long the list. Another tab is what they did. */
    drawn: listing && deferred?.view.tab !== listing.view.tab ? listing : deferred,
    totals: eachKind((kind) => answer.totals[kind] ?? last?.totals[kind]),
    marked: marked?.length ?? 0,
    loadMore: pending || !next ? undefined : lists[next].fetchNextPage,
    prepareMore: () => {
      const shownOf = next && lists[next].data?.pages.reduce((sum, { items }) => sum + items.length, 0)
      if (next && shownOf)
        void client.prefetchQuery(pageQuery(next, wishes[next], (wishes[next].from ?? 0) + shownOf))
    },
    loadingMore: shown.some(({ isFetchingNextPage }) => isFetchingNextPage),
  }
}

type Pages = ListPage[] | undefined

function listingOf(view: CatalogueView, pages: Record<Kind, Pages>): Listing {
  const shown = view.favourites ? KINDS : [view.tab]
  return {
    view,
    items: shown.flatMap((kind) => pages[kind]?.flatMap(({ items }) => items) ?? []),
    instead: pages[shown[0]!]?.[0]?.instead,
    totals: eachKind((kind) => pages[kind]?.at(-1)?.all),
    matching: eachKind((kind) => pages[kind]?.at(-1)?.total),
  }
}

/** The answer, or while it is under way the one before it. */
function useLastAnswer(answer: Listing, pending: boolean): Listing | undefined {
  const [last, setLast] = useState<Listing | undefined>(pending ? undefined : answer)
  if (!pending && last !== answer) setLast(answer)
  return pending ? last : answer
}

const isSameList = (one: CatalogueView, other: CatalogueView) =>
  one.tab === other.tab && one.favourites === other.favourites

const KINDS = ['machine', 'spare', 'service'] as const

const eachKind = <Value>(of: (kind: Kind) => Value): Record<Kind, Value> => ({
  machine: of('machine'),
  spare: of('spare'),
  service: of('service'),
})
