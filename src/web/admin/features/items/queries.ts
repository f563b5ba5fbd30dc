import { queryOptions } from '@tanstack/react-query'
import type { Kind } from '#contracts/item.ts'
import { readItem } from '#contracts/item-reader.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { getJson } from '../../../lib/api.ts'

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

export function oneItemQuery(kind: Kind, id: string) {
  const path = `${RESOURCES[kind].path}/${encodeURIComponent(id)}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ meta, signal }) => readItem(kind, await getJson(meta!.api, path, { signal })),
  })
}
