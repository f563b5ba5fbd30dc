import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { SiteContent } from '#contracts/site-content.ts'
import { getJson } from './api.ts'

/** The firm's facts and texts; every page has them ready. */
export const siteContentQuery = queryOptions({
  queryKey: ['/api/site-content'],
  queryFn: async ({ meta, signal }) =>
    (await getJson(meta!.api, '/api/site-content', { signal })) as SiteContent,
})

const SiteContentContext = createContext<SiteContent | undefined>(undefined)

/** Asks for the site's texts once, for everything inside. */
export function SiteContentProvider({ children }: { children: ReactNode }) {
  const { data } = useSuspenseQuery(siteContentQuery)
  return <SiteContentContext value={data}>{children}</SiteContentContext>
}

/** The site's texts. Throws outside the provider. */
export function useSiteContent(): SiteContent {
  const content = useContext(SiteContentContext)
  if (!content) throw new Error('There are no site texts here.')
  return content
}
