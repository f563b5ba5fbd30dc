import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { User } from '#contracts/account.ts'
import type { EnquiryCounts } from '#contracts/enquiry-work.ts'
import type { ReviewPage } from '#contracts/review.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'
import { type Api, answerOf } from '../../../lib/api.ts'
import { may } from '../session/session.ts'
import { reviewsPageQuery } from './review-counts.ts'

const REFRESH_MS = 60_000

/** A call that the screen makes by itself; the server does not take it for a sign of life. */
async function askQuietly<Answer>({ meta, queryKey, signal }: QueryFunctionContext): Promise<Answer> {
  const headers = { 'x-capstan-background': 'true' }
  const reply = await (meta as { api: Api }).api(String(queryKey[0]), { headers, signal })
  return (await answerOf(reply)) as Answer
}

/** Figures beside the links of the sidebar, by the link's address; undefined and 0 show none. Asked for every minute while the tab is seen. */
export function useCounts(user: User): Record<string, number | undefined> {
  const enquiries = useQuery<EnquiryCounts>({
    queryKey: ['/api/enquiries/counts'],
    queryFn: askQuietly<EnquiryCounts>,
    refetchInterval: REFRESH_MS,
    enabled: may(user, 'enquiries.read'),
  })
  const reviews = useQuery({
    ...reviewsPageQuery('status=new&limit=1'),
    queryFn: askQuietly<ReviewPage>,
    refetchInterval: REFRESH_MS,
    enabled: may(user, 'reviews.edit'),
  })
  return {
    [ADMIN_PATHS.customers]: enquiries.data?.new,
    [ADMIN_PATHS.reviews]: reviews.data?.counts.new,
  }
}
