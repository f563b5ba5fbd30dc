import { queryOptions } from '@tanstack/react-query'
import type { PublishedReview } from '#contracts/review.ts'
import { getJson } from './api.ts'

/** What staff published of the visitors' reviews; nothing where it cannot be had, for the testimonials stand without. */
export const reviewsQuery = queryOptions({
  queryKey: ['/api/reviews'],
  queryFn: ({ meta, signal }) =>
    getJson(meta!.api, '/api/reviews', { signal }).then(
      (response) => response as PublishedReview[],
      () => [],
    ),
})
