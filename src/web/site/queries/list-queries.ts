import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { SearchedJob } from '#contracts/catalogue/discovery.ts'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import type { Sort } from '#contracts/catalogue/sort.ts'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { t } from '#messages/messages.ts'
import { type Api, ApiError, readJson } from '#web/lib/api/api.ts'
import type { CatalogueView } from '../catalogue-url.ts'
import { GC_TIME_MS, parseItems, parseList } from './item-queries.ts'
import { listShownDocuments, type ShownDocument } from './shown-documents.ts'

const LIST_TIMEOUT_MS = 5000

/** The words and the filters that a search with quantities was understood as (decision 0176). */
export interface Understood {
  search: string
  specifications: string
  /** A text for each of the filters, such as 'Bar capacity from 42 mm'. */
  labels: string[]
}

export interface ListPage {
  items: Item[]
  /** The number of matching items on all pages; `DISPLAY_LIMITS.maxCount` means this many or more. */
  total: number
  /** The number of items without search and filters. */
  unfilteredTotal: number
  /** The search that was used instead, if nothing contains the requested one (decision 0107). */
  rewrittenAs?: string
  understood?: Understood
  /** How well the first item answers the search, from 0, for comparison with the other kinds. */
  match?: number
  /** Words of the search that the first items lack. */
  ignored?: string[]
  /** Whether no item has the sizes of the search, and these come nearest. */
  isNearest?: boolean
  /** The job that the search describes, for which these are the machines. */
  job?: SearchedJob
  /** The documents that the search asks for, with the names of their items. */
  documents?: ShownDocument[]
}

/** The parameters of a list request, except for the page. */
export interface ListParams {
  search: string
  sort: Sort
  category?: string
  featured?: boolean
  fits?: string
  priceFrom?: number | undefined
  priceTo?: number | undefined
  specifications?: string
  /** Only these ids, separated by commas. */
  ids?: string
  /** The number of items of a page, if it is another than usual. */
  limit?: number
  /** Requests the number of items only. */
  countOnly?: boolean
  /** The number of items to skip. */
  from?: number
}

/** The catalogue's list of one kind, page by page; each request is aborted after 5 s (rows CAT-3, CAT-4, CAT-10, CAT-11). */
export function listQuery(kind: Kind, params: ListParams) {
  return infiniteQueryOptions({
    queryKey: [RESOURCES[kind].path, params],
    queryFn: ({ client, meta, signal, pageParam }) =>
      pageParam === (params.from ?? 0)
        ? fetchPage(meta!.api, kind, params, pageParam, signal)
        : client.fetchQuery(pageQuery(kind, params, pageParam)),
    initialPageParam: params.from ?? 0,
    getNextPageParam: (last: ListPage, pages: ListPage[]) => {
      const loadedCount = pages.reduce((sum, page) => sum + page.items.length, params.from ?? 0)
      const hasMore = loadedCount < last.total || last.total === DISPLAY_LIMITS.maxCount
      return last.items.length > 0 && hasMore ? loadedCount : undefined
    },
    gcTime: GC_TIME_MS,
  })
}

/** One further page of a list, which can be prefetched; `listQuery` loads its pages after the first one through this query. */
export function pageQuery(kind: Kind, params: ListParams, offset: number) {
  return queryOptions({
    queryKey: ['page', RESOURCES[kind].path, params, offset],
    queryFn: ({ meta, signal }) => fetchPage(meta!.api, kind, params, offset, signal),
  })
}

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

async function fetchPage(
  api: Api,
  kind: Kind,
  { search, sort, countOnly, from: _, ...filters }: ListParams,
  offset: number,
  signal: AbortSignal,
): Promise<ListPage> {
  const parameters = new URLSearchParams({
    ...(kind === 'machine' && { category: 'machine' }),
    ...(search && { search, approximate: 'true' }),
    ...(sort !== 'name' && { sort }),
    limit: String(countOnly ? 0 : DISPLAY_LIMITS.pageSize),
    ...(offset > 0 && { offset: String(offset) }),
  })
  for (const [name, value] of Object.entries(filters)) if (value) parameters.set(name, String(value))
  const timeout = AbortSignal.timeout(LIST_TIMEOUT_MS)
  try {
    const response = await api(`${RESOURCES[kind].path}?${parameters}`, {
      signal: AbortSignal.any([signal, timeout]),
    })
    if (!response.ok)
      throw new ApiError(
        response.status,
        t(
          '{kind, select, machine {Failed to fetch machines} spare {Failed to fetch spare parts} other {Failed to fetch services}}: {reason}',
          { kind, reason: response.statusText },
        ),
      )
    const raw = await readJson(response)
    const items = parseList(kind, raw)
    const total = Number(response.headers.get('x-total-count') ?? items.length)
    const rewrittenAs = response.headers.get('x-searched-instead')
    const understood = response.headers.get('x-understood')
    const match = response.headers.get('x-match')
    const ignored = response.headers.get('x-ignored')
    const job = response.headers.get('x-job')
    const documentIds = response.headers.get('x-documents')
    return {
      items,
      total,
      unfilteredTotal: Number(response.headers.get('x-list-count') ?? total),
      ...(rewrittenAs && { rewrittenAs: decodeURIComponent(rewrittenAs) }),
      ...(match !== null && { match: Number(match) }),
      ...(ignored && { ignored: decodeURIComponent(ignored).split(',') }),
      ...(response.headers.get('x-nearest') && { isNearest: true }),
      ...(job && { job: parseJob(new URLSearchParams(job)) }),
      ...(documentIds && { documents: findShownDocuments(parseItems(kind, raw), documentIds.split(',')) }),
      ...(understood && { understood: parseUnderstood(new URLSearchParams(understood)) }),
    }
  } catch (error) {
    if (timeout.aborted && !signal.aborted)
      throw new Error(
        t(
          '{kind, select, machine {Request for machines timed out.} spare {Request for spare parts timed out.} other {Request for services timed out.}}',
          { kind },
        ),
        { cause: error },
      )
    throw error
  }
}

const findShownDocuments = (items: Item[], ids: string[]): ShownDocument[] =>
  items.flatMap((item) =>
    listShownDocuments(item)
      .filter(({ id }) => ids.includes(id))
      .map((document) => ({ ...document, itemName: item.name })),
  )

const parseUnderstood = (params: URLSearchParams): Understood => ({
  ...(Object.fromEntries(params) as { search: string; specifications: string }),
  labels: params.getAll('label'),
})

const parseJob = (params: URLSearchParams): SearchedJob => ({
  query: params.get('query') ?? '',
  text: params.get('text') ?? '',
  fitting: Number(params.get('fitting')),
  named: params.get('named') ?? undefined,
})
