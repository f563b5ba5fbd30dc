import { useQueryClient } from '@tanstack/react-query'
import { enquiryCountsQuery, invalidateToday } from '../../shell/navigation/nav-badges.ts'

/** Returns a function that fetches again what a reply to a customer changes: the lists, their counts and the timeline. */
export function useRefetchAfterContact(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      invalidateToday(client),
      client.invalidateQueries({ queryKey: ['enquiries'] }),
      client.invalidateQueries({ queryKey: ['customer'] }),
      client.invalidateQueries({ queryKey: enquiryCountsQuery.queryKey }),
    ])
  }
}
