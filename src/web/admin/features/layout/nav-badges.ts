import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { User } from '#contracts/account.ts'
import type { EnquiryCounts } from '#contracts/enquiry-management.ts'
import type { ReviewPage } from '#contracts/review.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { type Api, parseResponse } from '#web/lib/api.ts'
import { can } from '../session/session.ts'
import { reviewsPageQuery } from './review-queries.ts'

const POLL_INTERVAL_MS = 60_000

/** A call that the screen makes by itself; the server does not take it for a sign of life. */
async function fetchInBackground<Result>({ meta, queryKey, signal }: QueryFunctionContext): Promise<Result> {
  const headers = { 'x-capstan-background': 'true' }
  const response = await (meta as { api: Api }).api(String(queryKey[0]), { headers, signal })
  return (await parseResponse(response)) as Result
}

/** Figures beside the links of the sidebar, by the link's address; undefined and 0 show none. Asked for every minute while the tab is seen. */
export function useNavBadges(user: User): Record<string, number | undefined> {
  const enquiries = useQuery<EnquiryCounts>({
    queryKey: ['/api/enquiries/counts'],
    queryFn: fetchInBackground<EnquiryCounts>,
    refetchInterval: POLL_INTERVAL_MS,
    enabled: can(user, 'enquiries.read'),
  })
  const reviews = useQuery({
    ...reviewsPageQuery('status=new&limit=1'),
    queryFn: fetchInBackground<ReviewPage>,
    refetchInterval: POLL_INTERVAL_MS,
    enabled: can(user, 'reviews.edit'),
  })
  return {
    [ADMIN_PATHS.customers]: enquiries.data?.new,
    [ADMIN_PATHS.reviews]: reviews.data?.counts.new,
  }
}
