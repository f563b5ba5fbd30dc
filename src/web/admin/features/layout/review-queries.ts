import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ReviewPage } from '#contracts/review.ts'

const REVIEWS_PATH = '/api/reviews/all'

/** One page of the reviews; `query` is the call's parameters. */
export const reviewsPageQuery = (query: string) =>
  queryOptions<ReviewPage>({ queryKey: [`${REVIEWS_PATH}?${query}`] })

/** Asks for every list and count of reviews anew. */
export const invalidateReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(REVIEWS_PATH) })
