import { queryOptions } from '@tanstack/react-query'
import type { Kind } from '#contracts/item.ts'
import { type Item, readItem } from '#contracts/item-reader.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { getJson } from '../../../lib/api.ts'

/** Every item of one kind, as the generic list reads it: a list error is only logged (row LST-7). */
export function allItemsQuery(kind: Kind) {
  const { path } = RESOURCES[kind]
  return queryOptions({
    queryKey: [path, 'all'],
    queryFn: async ({ meta, signal }): Promise<Item[]> => {
      const list = await getJson(meta!.api, path, { signal })
      if (!Array.isArray(list)) throw new Error('The reply is not a list.')
      return list.map((entry) => readItem(kind, entry))
    },
  })
}

export function oneItemQuery(kind: Kind, id: string) {
  const path = `${RESOURCES[kind].path}/${encodeURIComponent(id)}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => readItem(kind, await getJson(meta!.api, path, { signal })),
  })
}
