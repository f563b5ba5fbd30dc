import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Dismissal, FindingItem, FindingPage } from '#contracts/quality.ts'
import { getPage } from '#web/lib/api.ts'
import { jsonQuery, pageQuery } from '../session/requests.ts'
import { adminApi } from '../session/session.ts'

export const QUALITY_PATH = '/api/quality'
/** The number of findings, or dismissals, of a page. */
export const PAGE_SIZE = 20
const ITEM_PAGE_SIZE = 50

const toPageParams = (page: number) => ({
  limit: String(PAGE_SIZE),
  offset: String((page - 1) * PAGE_SIZE),
})

/** One page of findings. */
export const findingsQuery = (filters: Record<string, string>, page: number) => ({
  ...jsonQuery<FindingPage>(
    `${QUALITY_PATH}/findings?${new URLSearchParams({ ...filters, ...toPageParams(page) })}`,
  ),
  placeholderData: keepPreviousData,
})

/** One page of dismissed findings. */
export const dismissalsQuery = (page: number) => ({
  ...pageQuery<Dismissal>(`${QUALITY_PATH}/dismissals?${new URLSearchParams(toPageParams(page))}`),
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
