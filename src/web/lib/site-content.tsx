import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { getJson } from './api/api.ts'

/** The site content, which every page preloads. */
export const siteContentQuery = queryOptions({
  queryKey: ['/api/site-content'],
  queryFn: ({ meta, signal }) => getJson<PublicSiteContent>(meta!.api, '/api/site-content', { signal }),
})

const SiteContentContext = createContext<PublicSiteContent | undefined>(undefined)

/** Provides the site content to its children. */
export function SiteContentProvider({ children }: { children: ReactNode }) {
  const { data } = useSuspenseQuery(siteContentQuery)
  return <SiteContentContext value={data}>{children}</SiteContentContext>
}

/** Returns the function that returns the name of a specification, a category or a subject in the language of the page. */
export function useLabel(): (name: string) => string {
  const { labels } = useSiteContent()
  return (name) => (labels && Object.hasOwn(labels, name) ? labels[name]! : name)
}

/** The site content. Throws outside the provider. */
export function useSiteContent(): PublicSiteContent {
  const content = useContext(SiteContentContext)
  if (!content) throw new Error('useSiteContent needs a SiteContentProvider.')
  return content
}
