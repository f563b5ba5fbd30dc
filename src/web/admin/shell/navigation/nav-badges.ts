import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { User } from '#contracts/account/account.ts'
import type { EnquiryCounts } from '#contracts/enquiry/management.ts'
import type { Today, TodayCount } from '#contracts/enquiry/today.ts'
import type { ReviewPage } from '#contracts/site-content/review.ts'
import { fetchOk, getTotal, readJson } from '#web/lib/api/api.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { polledJsonQuery } from '../../session/requests.ts'
import { adminApi, can } from '../../session/session.ts'

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
const newReviewsQuery = polledJsonQuery<ReviewPage>(`${REVIEWS_PATH}?status=new&limit=1`)

/** Requests all displayed lists and counts of reviews again. */
export const invalidateReviews = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(REVIEWS_PATH) })

const TODAY_PATH = '/api/today'

/** What needs attention today: of the signed-in user together with what has no owner, or of everybody. */
export const todayQuery = (owner: 'mine' | 'all') =>
  polledJsonQuery<Today>(owner === 'all' ? `${TODAY_PATH}?owner=all` : TODAY_PATH)

/** The number of what needs attention of the signed-in user. */
export const todayCountQuery = polledJsonQuery<TodayCount>(`${TODAY_PATH}/count`)

/** Fetches both lists, and so the count in the navigation, again. */
export const invalidateToday = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(TODAY_PATH) })
