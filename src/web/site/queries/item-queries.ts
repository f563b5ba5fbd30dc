import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Kind } from '#contracts/item/kind.ts'
import { type Item, parseItem } from '#contracts/item/parse-item.ts'
import { LOOKUP_ORDER, RESOURCES } from '#contracts/resources.ts'
import { t } from '#messages/messages.ts'
import { type Api, ApiError, getErrorStatus, getJson, UNREADABLE_RESPONSE_MESSAGE } from '#web/lib/api/api.ts'

/** Visitors who return within this time find a list as they left it, and an item immediately. */
export const GC_TIME_MS = 60 * 60_000

/** One featured list of the landing page (row API-1). */
export function featuredQuery(kind: Kind) {
  const path = `${RESOURCES[kind].path}/featured`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => parseList(kind, await getJson(meta!.api, path, { signal })),
    gcTime: GC_TIME_MS,
  })
}

/** An item of unknown kind: the first of product, service and spare part that exists (row DET-1). `hint` is tried first. */
export function itemQuery(id: string, hint?: Kind) {
  return queryOptions({
    queryKey: ['/product', id],
    queryFn: ({ meta, signal }) => findItem(meta!.api, id, hint, signal),
    gcTime: GC_TIME_MS,
  })
}

/** Returns an item from the cached lists; its page shows it until its own request is complete. */
export function findCachedItem(client: QueryClient, id: string): Item | undefined {
  const lists = LOOKUP_ORDER.flatMap((kind) => [
    client.getQueryData(featuredQuery(kind).queryKey) ?? [],
    ...client
      .getQueriesData<InfiniteData<{ items: Item[] }>>({ queryKey: [RESOURCES[kind].path] })
      .flatMap(([, list]) => list?.pages.map(({ items }) => items) ?? []),
  ])
  return lists.flat().find((item) => item.id === id)
}

async function findItem(api: Api, id: string, hint: Kind | undefined, signal: AbortSignal): Promise<Item> {
  const order = hint ? [hint, ...LOOKUP_ORDER.filter((kind) => kind !== hint)] : LOOKUP_ORDER
  let failure: unknown
  for (const kind of order) {
    try {
      const path = `${RESOURCES[kind].path}/${encodeURIComponent(id)}`
      return parseItem(kind, await getJson(api, path, { signal }))
    } catch (error) {
      if (signal.aborted) throw error
      if (getErrorStatus(error) !== 404) failure = error
    }
  }
  throw failure ?? new ApiError(404, t('Product not found'))
}

/** The items of a response; throws if it is no list. */
export function parseItems(kind: Kind, raw: unknown): Item[] {
  if (!Array.isArray(raw)) throw new Error(t(UNREADABLE_RESPONSE_MESSAGE))
  return raw.map((entry) => parseItem(kind, entry))
}

/** No list shows the documents of its items, and they would make its page larger. */
export const parseList = (kind: Kind, raw: unknown): Item[] =>
  parseItems(kind, raw).map((item) => ({ ...item, documents: [] }))
