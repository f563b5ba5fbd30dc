import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerDetails } from '#contracts/customer.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import { getErrorMessage, send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../session/session.ts'
import { countsQuery, type PagedList } from './queries.ts'

export type EnquiryPatch = Partial<Pick<Enquiry, 'status' | 'owner' | 'nextActionOn'>>

/**
 * Changes one enquiry, shown at once. Changes of the same one go in turn. A refusal takes the change back, says why, and
 * fetches what is there now.
 */
export function useUpdateEnquiry(id: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id },
    mutationFn: async (changes: EnquiryPatch) =>
      (await send(
        adminApi,
        'PATCH',
        `/api/enquiries/${id}`,
        { ...toRequestBody(changes), revision: findCachedEnquiry(client, id)?.revision },
        'Please try again.',
      )) as Enquiry,
    onMutate: async (work) => {
      await client.cancelQueries({ queryKey: ['enquiries'] })
      await client.cancelQueries({ queryKey: ['customer'] })
      const before = findCachedEnquiry(client, id)
      patchCache(client, id, work)
      return before && pickFields(before, work)
    },
    onSuccess: async (enquiry) => {
      patchCache(client, id, enquiry)
      await invalidateEnquiries(client, ['board'])
    },
    onError: async (error, _changes, previous) => {
      if (previous) patchCache(client, id, previous)
      showToast({ variant: 'destructive', title: 'Not saved', description: getErrorMessage(error) })
      await invalidateEnquiries(client, [])
    },
  })
}

/** Fetches the lists (all, or those of one view), the person and the figure in the sidebar anew. */
export async function invalidateEnquiries(client: QueryClient, view: string[] = []): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['enquiries', ...view] }),
    client.invalidateQueries({ queryKey: ['customer'] }),
    client.invalidateQueries(countsQuery),
  ])
}

function toRequestBody({ owner, ...rest }: EnquiryPatch) {
  return { ...rest, ...(owner !== undefined && { ownerId: owner?.id ?? null }) }
}

/** The enquiry as some list or the person's screen shows it now. */
function findCachedEnquiry(client: QueryClient, id: string): Enquiry | undefined {
  const lists = client.getQueriesData<PagedList<Enquiry>>({ queryKey: ['enquiries'] })
  const customers = client.getQueriesData<CustomerDetails>({ queryKey: ['customer'] })
  return [
    ...lists.flatMap(([, list]) => list?.rows ?? []),
    ...customers.flatMap(([, customer]) => customer?.enquiries ?? []),
  ].find((enquiry) => enquiry.id === id)
}

function patchCache(client: QueryClient, id: string, changes: Partial<Enquiry>): void {
  const patchList = (enquiries: Enquiry[]) =>
    enquiries.map((enquiry) => (enquiry.id === id ? { ...enquiry, ...changes } : enquiry))
  client.setQueriesData<PagedList<Enquiry>>(
    { queryKey: ['enquiries'] },
    (list) => list && { ...list, rows: patchList(list.rows) },
  )
  client.setQueriesData<CustomerDetails>(
    { queryKey: ['customer'] },
    (customer) => customer && { ...customer, enquiries: patchList(customer.enquiries) },
  )
}

function pickFields({ status, owner, nextActionOn }: Enquiry, changes: EnquiryPatch): EnquiryPatch {
  return {
    ...('status' in changes && { status }),
    ...('owner' in changes && { owner }),
    ...('nextActionOn' in changes && { nextActionOn }),
  }
}
