import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { SiteContent } from '#contracts/site-content.ts'
import { getJson } from './api.ts'

/** The firm's facts and texts; every page has them ready. */
export const siteContentQuery = queryOptions({
  queryKey: ['/api/site-content'],
  queryFn: async ({ meta, signal }) =>
    (await getJson(meta!.api, '/api/site-content', { signal })) as SiteContent,
})

export const useSiteContent = (): SiteContent => useSuspenseQuery(siteContentQuery).data
