import { useQuery } from '@tanstack/react-query'
import type { User } from '#contracts/account.ts'
import type { EnquiryCounts } from '#contracts/enquiry-work.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'
import { may } from '../session/session.ts'
import { reviewsPageQuery } from './review-counts.ts'

const REFRESH_MS = 60_000

/** Figures beside the links of the sidebar, by the link's address; undefined and 0 show none. Asked for every minute while the tab is seen. */
export function useCounts(user: User): Record<string, number | undefined> {
  const enquiries = useQuery<EnquiryCounts>({
    queryKey: ['/api/enquiries/counts'],
    refetchInterval: REFRESH_MS,
    enabled: may(user, 'enquiries.read'),
  })
  const reviews = useQuery({
    ...reviewsPageQuery('status=new&limit=1'),
    refetchInterval: REFRESH_MS,
    enabled: may(user, 'reviews.edit'),
  })
  return {
    [ADMIN_PATHS.customers]: enquiries.data?.new,
    [ADMIN_PATHS.reviews]: reviews.data?.counts.new,
  }
}
