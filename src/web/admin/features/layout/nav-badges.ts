import { useQuery } from '@tanstack/react-query'
import type { User } from '#contracts/account.ts'
import type { EnquiryCounts } from '#contracts/enquiry-management.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { polledJsonQuery } from '../session/requests.ts'
import { can } from '../session/session.ts'
import { newReviewsQuery } from './review-queries.ts'
import { todayCountQuery } from './today-queries.ts'

/** The numbers of enquiries by status, and of those that are due. */
export const enquiryCountsQuery = polledJsonQuery<EnquiryCounts>('/api/enquiries/counts')

/** The counts beside the links of the sidebar, by path; undefined and 0 are not displayed. */
export function useNavBadges(user: User): Record<string, number | undefined> {
  const enquiries = useQuery({ ...enquiryCountsQuery, enabled: can(user, 'enquiries.read') })
  const reviews = useQuery({ ...newReviewsQuery, enabled: can(user, 'reviews.edit') })
  const today = useQuery({ ...todayCountQuery, enabled: can(user, 'quotations.read') })
  return {
    [ADMIN_PATHS.today]: today.data?.count,
    [ADMIN_PATHS.customers]: enquiries.data?.new,
    [ADMIN_PATHS.reviews]: reviews.data?.counts.new,
  }
}
