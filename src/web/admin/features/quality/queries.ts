import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Dismissal, FindingItem, FindingPage } from '#contracts/bulk-data/quality.ts'
import { getPage } from '#web/lib/api/api.ts'
import { jsonQuery, pageQuery } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'

export const QUALITY_PATH = '/api/quality'
const ITEM_PAGE_SIZE = 50

/** One page of findings; `query` is the query string of the request. */
export const findingsQuery = (query: string) => ({
  ...jsonQuery<FindingPage>(`${QUALITY_PATH}/findings?${query}`),
  placeholderData: keepPreviousData,
})

/** One page of dismissed findings. */
export const dismissalsQuery = (query: string) => ({
  ...pageQuery<Dismissal>(`${QUALITY_PATH}/dismissals?${query}`),
  placeholderData: keepPreviousData,
})

/** The items of a finding, page after page. */
export const findingItemsQuery = (key: string) =>
  infiniteQueryOptions({
    queryKey: [QUALITY_PATH, 'items', key],
    queryFn: ({ signal, pageParam }) =>
      getPage<FindingItem>(
        adminApi,
        `${QUALITY_PATH}/findings/${key}/items?limit=${ITEM_PAGE_SIZE}&offset=${pageParam}`,
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const count = pages.reduce((sum, { items }) => sum + items.length, 0)
      return count < total && pages.at(-1)!.items.length > 0 ? pages.length * ITEM_PAGE_SIZE : undefined
    },
  })
