import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SpecificationTemplate } from '#contracts/catalogue/specification-template.ts'
import type { AdminItem, CategoryCount, ItemHistory } from '#contracts/item/admin-item.ts'
import type { Kind } from '#contracts/item/item.ts'
import { parseItem } from '#contracts/item/parse-item.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { getJson, getPage } from '#web/lib/api/api.ts'
import { jsonQuery } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'

/** The full list of one kind, unparsed: each screen parses the entries itself. Throws if the response is no list. */
export function listQuery(endpoint: string) {
  return queryOptions({
    queryKey: [endpoint, 'all'],
    queryFn: async ({ signal }): Promise<unknown[]> => {
      const list = await getJson(adminApi, endpoint, { signal })
      if (!Array.isArray(list)) throw new Error('The reply is not a list.')
      return list
    },
  })
}

/** One item for its form. It is not cached: a form must start from the current revision. */
export function itemQuery(kind: Kind, id: string) {
  const path = `${RESOURCES[kind].path}/${encodeURIComponent(id)}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => parseItem(kind, await getJson(adminApi, path, { signal })),
    gcTime: 0,
  })
}

/** The specification names in use for a kind, offered as suggestions. */
export const specificationNamesQuery = (kind: Kind) =>
  jsonQuery<string[]>(`/api/items/specification-names?kind=${kind}`)

/** The specifications that items of a category have, or those of them that resemble `item`; '' is the category of items without one. */
export const templateQuery = (kind: Kind, category: string, item?: string) =>
  jsonQuery<SpecificationTemplate>(
    `/api/specification-template?${new URLSearchParams({ kind, category, ...(item && { item }) })}`,
  )

/** The drafts of a kind, which the public list leaves out. */
export const draftsQuery = (kind: Kind) =>
  jsonQuery<AdminItem[]>(`/api/items?kind=${kind}&state=draft&limit=200`)

/** One page of items of all kinds and states. */
export function adminItemsQuery(params: string) {
  const path = `/api/items?${params}`
  return queryOptions({
    // Other queries cache the bare list of the same address.
    queryKey: [path, 'page'],
    queryFn: ({ signal }) => getPage<AdminItem>(adminApi, path, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The categories in use with their numbers of items, of one kind or of all kinds. */
export const categoriesQuery = (kind: Kind | undefined) =>
  jsonQuery<CategoryCount[]>(`/api/items/categories${kind ? `?kind=${kind}` : ''}`)

export const historyQuery = (id: string) =>
  jsonQuery<ItemHistory>(`/api/items/${encodeURIComponent(id)}/history`)
