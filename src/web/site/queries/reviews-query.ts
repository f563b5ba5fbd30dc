import { queryOptions } from '@tanstack/react-query'
import type { PublishedReview } from '#contracts/site-content/review.ts'
import { getJson } from '#web/lib/api/api.ts'

/** The published reviews; none if the request fails, since the testimonials are enough. */
export const reviewsQuery = queryOptions({
  queryKey: ['/api/reviews'],
  queryFn: ({ meta, signal }) =>
    getJson<PublishedReview[]>(meta!.api, '/api/reviews', { signal }).catch(() => []),
})
