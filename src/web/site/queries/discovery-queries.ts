import { queryOptions } from '@tanstack/react-query'
import type { ComparisonRow } from '#contracts/catalogue/comparison.ts'
import type { ItemSummary, Related, Suggestions } from '#contracts/catalogue/discovery.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { type Item, parseItem } from '#contracts/item/parse-item.ts'
import { getJson } from '#web/lib/api/api.ts'

/** The suggestions for a typed text. */
export const suggestionsQuery = (search: string) =>
  queryOptions({
    queryKey: ['/api/suggestions', search],
    queryFn: ({ meta, signal }) =>
      getJson<Suggestions>(meta!.api, `/api/suggestions?${new URLSearchParams({ search })}`, {
        signal,
      }),
  })

/** Visitors who return to an item within this time see its related items immediately. */
const GC_TIME_MS = 60 * 60_000
const NO_RELATED_ITEMS: Related = {
  similarItems: [],
  parts: [],
  partsFilter: null,
  machines: [],
  versions: null,
  pages: [],
}

/** The related items of an item; none if the request fails, since the page is complete without them. */
export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/related', id],
    queryFn: ({ meta, signal }) =>
      getJson<Related>(meta!.api, `/api/related/${encodeURIComponent(id)}`, { signal }).catch(
        () => NO_RELATED_ITEMS,
      ),
    gcTime: GC_TIME_MS,
  })

/** Summaries of items in the order of the ids; deleted items are omitted. */
export const summariesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['/api/summaries', ids],
    queryFn: ({ meta, signal }) =>
      getJson<ItemSummary[]>(meta!.api, `/api/summaries?${new URLSearchParams({ ids: ids.join(',') })}`, {
        signal,
      }),
  })

/** Items side by side, with the specifications of all of them. */
export interface ComparedItems {
  items: Item[]
  rows: ComparisonRow[]
}

/** The comparison of the items with these ids or slugs; unknown ones are left out. */
export const comparisonQuery = (ids: string) =>
  queryOptions({
    queryKey: ['/api/comparison', ids],
    queryFn: async ({ meta, signal }): Promise<ComparedItems> => {
      const path = `/api/comparison?${new URLSearchParams({ ids })}`
      type Response = { items: { kind: Kind }[]; rows: ComparisonRow[] }
      const { items, rows } = await getJson<Response>(meta!.api, path, { signal })
      return { items: items.map((item) => parseItem(item.kind, item)), rows }
    },
  })
