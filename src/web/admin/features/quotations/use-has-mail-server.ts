import { useQuery } from '@tanstack/react-query'
import { mailStatusQuery } from '../session/requests.ts'
import { can, useCurrentUser } from '../session/session.ts'

/** Whether the site can send emails; true while that is not known. */
export function useHasMailServer(): boolean {
  const { data } = useQuery({
    ...mailStatusQuery,
    enabled: can(useCurrentUser(), 'enquiries.read'),
    staleTime: 60_000,
  })
  return data?.configured ?? true
}
