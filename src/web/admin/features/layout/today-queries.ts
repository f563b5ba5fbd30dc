import type { QueryClient } from '@tanstack/react-query'
import type { Today, TodayCount } from '#contracts/today.ts'
import { polledJsonQuery } from '../session/requests.ts'

const PATH = '/api/today'

/** What needs attention today: of the signed-in user together with what has no owner, or of everybody. */
export const todayQuery = (owner: 'mine' | 'all') =>
  polledJsonQuery<Today>(owner === 'all' ? `${PATH}?owner=all` : PATH)

/** The number of what needs attention of the signed-in user. */
export const todayCountQuery = polledJsonQuery<TodayCount>(`${PATH}/count`)

/** Fetches both lists, and so the count in the navigation, again. */
export const invalidateToday = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(PATH) })
