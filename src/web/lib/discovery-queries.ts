import { queryOptions } from '@tanstack/react-query'
import type { Facets, ItemSummary, Related, Suggestions } from '#contracts/discovery.ts'
import type { Kind } from '#contracts/item.ts'
import { getJson } from './api.ts'

/** What somebody who types this may be about to search for. */
export const suggestionsQuery = (search: string) =>
  queryOptions({
    queryKey: ['/api/suggestions', search],
    queryFn: async ({ meta, signal }) =>
      (await getJson(meta!.api, `/api/suggestions?${new URLSearchParams({ search })}`, {
        signal,
      })) as Suggestions,
  })

/** What the list of a kind can be narrowed down by. */
export const facetsQuery = (kind: Kind, search: string) =>
  queryOptions({
    queryKey: ['/api/facets', kind, search],
    queryFn: async ({ meta, signal }) =>
      (await getJson(meta!.api, `/api/facets?${new URLSearchParams({ kind, search })}`, {
        signal,
      })) as Facets,
  })

/** As long as whoever comes back to an item may have been away. */
const GC_TIME_MS = 60 * 60_000
const NO_RELATED_ITEMS: Related = { similarItems: [], parts: [], partsFilter: null, machines: [] }

/** What stands beside an item; nothing where it cannot be had, for the item itself matters more. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/related', id],
    queryFn: ({ meta, signal }) =>
      getJson(meta!.api, `/api/related/${encodeURIComponent(id)}`, { signal }).then(
        (response) => response as Related,
        () => NO_RELATED_ITEMS,
      ),
    gcTime: GC_TIME_MS,
  })

/** Items in short, in the order of their ids; those that are gone are left out. */
export const summariesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['/api/summaries', ids],
    queryFn: async ({ meta, signal }) =>
      (await getJson(meta!.api, `/api/summaries?${new URLSearchParams({ ids: ids.join(',') })}`, {
        signal,
      })) as ItemSummary[],
  })
