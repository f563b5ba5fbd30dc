import { useQuery } from '@tanstack/react-query'
import { mailStatusQuery } from '../../session/requests.ts'

/** Whether the site can send emails; true while that is not known. */
export function useHasMailServer(): boolean {
  const { data } = useQuery({ ...mailStatusQuery, staleTime: 60_000 })
  return data?.configured ?? true
}
