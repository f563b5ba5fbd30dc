import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AdminItem, ItemHistory } from '#contracts/admin-item.ts'
import type { Kind } from '#contracts/item.ts'
import { parseItem } from '#contracts/parse-item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { getJson, parseResponse } from '../../../lib/api.ts'

/** A whole list as it was sent; each screen reads the entries in its own way. */
export function listQuery(endpoint: string) {
  return queryOptions({
    queryKey: [endpoint, 'all'],
    queryFn: async ({ meta, signal }): Promise<unknown[]> => {
      const list = await getJson(meta!.api, endpoint, { signal })
      if (!Array.isArray(list)) throw new Error('The reply is not a list.')
      return list
    },
  })
}

export function itemQuery(kind: Kind, id: string) {
  const path = `${RESOURCES[kind].path}/${encodeURIComponent(id)}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => parseItem(kind, await getJson(meta!.api, path, { signal })),
  })
}

/** Names of specifications in use for a kind, to choose from. */
export function specificationNamesQuery(kind: Kind) {
  const path = `/api/items/specification-names?kind=${kind}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => (await getJson(meta!.api, path, { signal })) as string[],
  })
}

/** The drafts of a kind, which the public list leaves out. */
export function draftsQuery(kind: Kind) {
  const path = `/api/items?kind=${kind}&state=draft&limit=200`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => (await getJson(meta!.api, path, { signal })) as AdminItem[],
  })
}

/** One page of everything, with the number of all that match. */
export function adminItemsQuery(params: string) {
  const path = `/api/items?${params}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => {
      const response = await meta!.api(path, { signal })
      const items = (await parseResponse(response)) as AdminItem[]
      return { items, total: Number(response.headers.get('x-total-count')) }
    },
    placeholderData: keepPreviousData,
  })
}

export function categoriesQuery() {
  const path = '/api/items/categories'
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => (await getJson(meta!.api, path, { signal })) as string[],
  })
}

export function historyQuery(id: string) {
  const path = `/api/items/${encodeURIComponent(id)}/history`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => (await getJson(meta!.api, path, { signal })) as ItemHistory,
  })
}
