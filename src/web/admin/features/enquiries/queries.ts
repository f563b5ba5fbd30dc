import { queryOptions } from '@tanstack/react-query'
import type { Customer, CustomerDetails } from '#contracts/enquiry/customer.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { getJson, getPage } from '#web/lib/api/api.ts'
import { getPolledPage, POLL_INTERVAL_MS } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'

/** One page of the enquiries, for one view; `params` is the query string of the request. */
export const enquiriesQuery = (view: 'table' | 'board', params: string) =>
  queryOptions({
    queryKey: ['enquiries', view, params],
    queryFn: (context) => getPolledPage<Enquiry>(`/api/enquiries?${params}`, context),
    refetchInterval: POLL_INTERVAL_MS,
  })

/** One page of the customers; `params` is the query string of the request. */
export const customersQuery = (params: string) =>
  queryOptions({
    queryKey: ['customers', params],
    queryFn: ({ signal }) => getPage<Customer>(adminApi, `/api/customers?${params}`, { signal }),
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: ({ signal }) =>
      getJson<CustomerDetails>(adminApi, `/api/customers/${encodeURIComponent(id)}`, { signal }),
  })
