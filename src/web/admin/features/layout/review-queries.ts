import type { QueryClient } from '@tanstack/react-query'
import type { ReviewPage } from '#contracts/review.ts'
import { jsonQuery, polledJsonQuery } from '../session/requests.ts'

const REVIEWS_PATH = '/api/reviews/all'

/** One page of the reviews; `params` is the query string of the request. */
export const reviewsPageQuery = (params: string) => jsonQuery<ReviewPage>(`${REVIEWS_PATH}?${params}`)

/** The number of new reviews, for the sidebar. */
export const newReviewsQuery = polledJsonQuery<ReviewPage>(`${REVIEWS_PATH}?status=new&limit=1`)

/** Requests all displayed lists and counts of reviews again. */
export const invalidateReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(REVIEWS_PATH) })
