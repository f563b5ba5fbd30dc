import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ReviewPage } from '#contracts/review.ts'
import { fetchOk, getTotal, readJson } from '#web/lib/api.ts'
import { polledJsonQuery } from '../session/requests.ts'
import { adminApi } from '../session/session.ts'

const REVIEWS_PATH = '/api/reviews/all'

/** One page of the reviews with the number of all matches; `params` is the query string of the request. */
export const reviewsPageQuery = (params: string) => {
  const path = `${REVIEWS_PATH}?${params}`
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => {
      const response = await fetchOk(adminApi, path, { signal })
      return { ...((await readJson(response)) as ReviewPage), total: getTotal(response) }
    },
  })
}

/** The number of new reviews, for the sidebar. */
export const newReviewsQuery = polledJsonQuery<ReviewPage>(`${REVIEWS_PATH}?status=new&limit=1`)

/** Requests all displayed lists and counts of reviews again. */
export const invalidateReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(REVIEWS_PATH) })
