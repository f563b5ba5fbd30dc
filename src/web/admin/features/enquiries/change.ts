import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerDetails } from '#contracts/customer.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import { reasonOf, send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { staffApi } from '../session/session.ts'
import { countsQuery, type Listed } from './queries.ts'

export type Work = Partial<Pick<Enquiry, 'status' | 'owner' | 'nextActionOn'>>

/**
 * Changes one enquiry, shown at once. Changes of the same one go in turn. A refusal takes the change back, says why, and
 * fetches what is there now.
 */
export function useChangeEnquiry(id: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id },
    mutationFn: async (work: Work) =>
      (await send(
        staffApi,
        'PATCH',
        `/api/enquiries/${id}`,
        { ...toBody(work), revision: shown(client, id)?.revision },
        'Please try again.',
      )) as Enquiry,
    onMutate: async (work) => {
      await client.cancelQueries({ queryKey: ['enquiries'] })
      await client.cancelQueries({ queryKey: ['customer'] })
      const before = shown(client, id)
      patch(client, id, work)
      return before && pick(before, work)
    },
    onSuccess: async (enquiry) => {
      patch(client, id, enquiry)
      await refresh(client, ['board'])
    },
    onError: async (error, _work, before) => {
      if (before) patch(client, id, before)
      showToast({ variant: 'destructive', title: 'Not saved', description: reasonOf(error) })
      await refresh(client, [])
    },
  })
}

/** Fetches the lists (all, or those of one view), the person and the figure in the sidebar anew. */
export async function refresh(client: QueryClient, view: string[] = []): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['enquiries', ...view] }),
    client.invalidateQueries({ queryKey: ['customer'] }),
    client.invalidateQueries(countsQuery),
  ])
}

function toBody({ owner, ...rest }: Work) {
  return { ...rest, ...(owner !== undefined && { ownerId: owner?.id ?? null }) }
}

/** The enquiry as some list or the person's screen shows it now. */
function shown(client: QueryClient, id: string): Enquiry | undefined {
  const lists = client.getQueriesData<Listed<Enquiry>>({ queryKey: ['enquiries'] })
  const people = client.getQueriesData<CustomerDetails>({ queryKey: ['customer'] })
  return [
    ...lists.flatMap(([, list]) => list?.rows ?? []),
    ...people.flatMap(([, person]) => person?.enquiries ?? []),
  ].find((enquiry) => enquiry.id === id)
}

function patch(client: QueryClient, id: string, changes: Partial<Enquiry>): void {
  const patched = (enquiries: Enquiry[]) =>
    enquiries.map((enquiry) => (enquiry.id === id ? { ...enquiry, ...changes } : enquiry))
  client.setQueriesData<Listed<Enquiry>>(
    { queryKey: ['enquiries'] },
    (list) => list && { ...list, rows: patched(list.rows) },
  )
  client.setQueriesData<CustomerDetails>(
    { queryKey: ['customer'] },
    (person) => person && { ...person, enquiries: patched(person.enquiries) },
  )
}

function pick({ status, owner, nextActionOn }: Enquiry, work: Work): Work {
  return {
    ...('status' in work && { status }),
    ...('owner' in work && { owner }),
    ...('nextActionOn' in work && { nextActionOn }),
  }
}
