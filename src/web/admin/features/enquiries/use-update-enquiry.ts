import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerDetails } from '#contracts/enquiry/customer.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import type { Page } from '#contracts/page.ts'
import { send } from '#web/lib/api/api.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { enquiryCountsQuery } from '../../shell/navigation/nav-badges.ts'

export type EnquiryPatch = Partial<Pick<Enquiry, 'status' | 'owner' | 'nextActionOn'>>

/**
 * Changes one enquiry and shows the change before the server confirms it. Changes of one enquiry are sent one after the
 * other; only the response to the last one replaces what is shown. An error response restores the previous values, shows
 * the reason and fetches the lists again.
 */
export const useUpdateEnquiry = (id: string) => useMutation(createUpdate(useQueryClient(), id))

/** Does the same for a row that is not shown any more. */
export const updateEnquiry = (client: QueryClient, id: string, changes: EnquiryPatch): Promise<Enquiry> =>
  client.getMutationCache().build(client, createUpdate(client, id)).execute(changes)

function createUpdate(client: QueryClient, id: string) {
  const mutationKey = ['enquiry', id]
  const isLastPending = () => client.isMutating({ mutationKey }) === 1
  return mutationOptions({
    mutationKey,
    scope: { id },
    mutationFn: (changes: EnquiryPatch) => {
      const body = { ...toRequestBody(changes), revision: findCachedEnquiry(client, id)?.revision }
      return send<Enquiry>(adminApi, 'PATCH', `/api/enquiries/${id}`, body, 'Try again.')
    },
    onMutate: async (changes) => {
      await Promise.all([
        client.cancelQueries({ queryKey: ['enquiries'] }),
        client.cancelQueries({ queryKey: ['customer'] }),
      ])
      const before = findCachedEnquiry(client, id)
      patchCache(client, id, changes)
      return before && pickFields(before, changes)
    },
    onSuccess: async (enquiry) => {
      const isLast = isLastPending()
      patchCache(client, id, isLast ? enquiry : { revision: enquiry.revision })
      if (isLast) await invalidateEnquiries(client, ['board'])
    },
    onError: async (error, _changes, previous) => {
      if (previous) patchCache(client, id, previous)
      showErrorToast(error, 'Not saved')
      await invalidateEnquiries(client, [])
    },
  })
}

/** Fetches the lists (all, or those of one view), the open customer and the counts in the sidebar again. */
export async function invalidateEnquiries(client: QueryClient, view: string[] = []): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['enquiries', ...view] }),
    client.invalidateQueries({ queryKey: ['customer'] }),
    client.invalidateQueries({ queryKey: enquiryCountsQuery.queryKey }),
  ])
}

function toRequestBody({ owner, ...rest }: EnquiryPatch) {
  return { ...rest, ...(owner !== undefined && { ownerId: owner?.id ?? null }) }
}

/** The enquiry as a list or the customer's screen shows it now. */
function findCachedEnquiry(client: QueryClient, id: string): Enquiry | undefined {
  const lists = client.getQueriesData<Page<Enquiry>>({ queryKey: ['enquiries'] })
  const customers = client.getQueriesData<CustomerDetails>({ queryKey: ['customer'] })
  return [
    ...lists.flatMap(([, list]) => list?.items ?? []),
    ...customers.flatMap(([, customer]) => customer?.enquiries ?? []),
  ].find((enquiry) => enquiry.id === id)
}

function patchCache(client: QueryClient, id: string, changes: Partial<Enquiry>): void {
  const patchList = (enquiries: Enquiry[]) =>
    enquiries.map((enquiry) => (enquiry.id === id ? { ...enquiry, ...changes } : enquiry))
  client.setQueriesData<Page<Enquiry>>(
    { queryKey: ['enquiries'] },
    (list) => list && { ...list, items: patchList(list.items) },
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
