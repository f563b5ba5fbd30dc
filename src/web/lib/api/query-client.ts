import { QueryClient } from '@tanstack/react-query'
import { type Api, getJson } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { api: Api }
  }
}

/**
 * The documented defaults (row CLI-3): a GET to the key's address, no retry, no refetch on focus, no polling, data never
 * stale, mutations not retried. A query that failed on the server is not repeated in the browser.
 */
export function createQueryClient(api: Api): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        meta: { api },
        queryFn: ({ queryKey, signal }) => getJson(api, String(queryKey[0]), { signal }),
        // An offline browser sends the request as well, so that it fails with the specified message.
        networkMode: 'always',
        retry: false,
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
