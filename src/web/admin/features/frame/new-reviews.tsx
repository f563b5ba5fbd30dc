import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReviewPage } from '#contracts/review.ts'

const ADDRESS = '/api/reviews/all'

/** One page of the reviews; `query` is the call's parameters. */
export const reviewsPageQuery = (query: string) =>
  queryOptions<ReviewPage>({ queryKey: [`${ADDRESS}?${query}`] })

/** Asks for every list and count of reviews anew. */
export const refreshReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(ADDRESS) })

/** How many reviews wait for a decision; nothing when none do, or when it cannot be learnt. */
export function NewReviews() {
  const { data } = useQuery(reviewsPageQuery('status=new&limit=1'))
  const count = data?.counts.new ?? 0
  if (count === 0) return null
  return (
    <span className="relative rounded-md bg-white/14 px-1.5 text-on-dark text-sm leading-5 lg:ml-auto">
      {count}
      <span className="sr-only"> new</span>
    </span>
  )
}
