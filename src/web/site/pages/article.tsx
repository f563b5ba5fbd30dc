import type { QueryClient } from '@tanstack/react-query'
import type { PageLocation, PageProps } from '../page-module.ts'
import { PublicationView, prefetchPublication } from './publication.tsx'

export const prefetchData = (client: QueryClient, { params: { id = '' } }: PageLocation) =>
  prefetchPublication(client, 'article', id)

/** An article that staff have written. */
export default function ArticlePage({ params: { id = '' } }: PageProps) {
  return <PublicationView type="article" slug={id} />
}
