import { queryOptions } from '@tanstack/react-query'
import type { Customer, CustomerDetails } from '#contracts/customer.ts'
import type { Enquiry, StaffMember } from '#contracts/enquiry.ts'
import type { EnquiryCounts } from '#contracts/enquiry-management.ts'
import { type Api, ApiError, getJson } from '../../../lib/api.ts'

/** What arrives meanwhile is seen within a minute, while somebody looks. */
const POLL_INTERVAL_MS = 60_000

export interface PagedList<Row> {
  rows: Row[]
  /** How many match, on all pages together. */
  total: number
}

/** One page of the enquiries under the heading of the view that shows it. */
export const enquiriesQuery = (view: 'table' | 'board', query: string) =>
  queryOptions({
    queryKey: ['enquiries', view, query],
    queryFn: ({ meta, signal }) => fetchPagedList<Enquiry>(meta!.api, `/api/enquiries?${query}`, signal),
    refetchInterval: POLL_INTERVAL_MS,
  })

export const customersQuery = (query: string) =>
  queryOptions({
    queryKey: ['customers', query],
    queryFn: ({ meta, signal }) => fetchPagedList<Customer>(meta!.api, `/api/customers?${query}`, signal),
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: async ({ meta, signal }) =>
      (await getJson(meta!.api, `/api/customers/${encodeURIComponent(id)}`, { signal })) as CustomerDetails,
  })

export const staffQuery = queryOptions({
  queryKey: ['/api/staff'],
  queryFn: async ({ meta, signal }) => (await getJson(meta!.api, '/api/staff', { signal })) as StaffMember[],
})

export const countsQuery = queryOptions({
  queryKey: ['/api/enquiries/counts'],
  queryFn: async ({ meta, signal }) =>
    (await getJson(meta!.api, '/api/enquiries/counts', { signal })) as EnquiryCounts,
})

async function fetchPagedList<Row>(api: Api, path: string, signal: AbortSignal): Promise<PagedList<Row>> {
  const response = await api(path, { signal })
  if (!response.ok) throw new ApiError(response.status, `${response.status}: ${await response.text()}`)
  return { rows: (await response.json()) as Row[], total: Number(response.headers.get('x-total-count')) }
}
