import { queryOptions } from '@tanstack/react-query'
import type { PublicationType } from '#contracts/publication/fields.ts'
import type { FoundPage } from '#contracts/publication/found-page.ts'
import type { Articles, Publication } from '#contracts/publication/publication.ts'
import { getJson } from '#web/lib/api/api.ts'

/** How many articles a page of their list has. */
export const ARTICLES_PER_PAGE = 12

const PATHS: Record<PublicationType, string> = { page: '/api/pages', article: '/api/articles' }

/** A page or an article by its slug or a former one. */
export const publicationQuery = (type: PublicationType, slug: string) =>
  queryOptions({
    queryKey: [PATHS[type], slug],
    queryFn: ({ meta, signal }) =>
      getJson<Publication>(meta!.api, `${PATHS[type]}/${encodeURIComponent(slug)}`, { signal }),
  })

/** One page of the published articles, from 1, of one subject or of all. */
export function articlesQuery(tag: string | null, page: number) {
  const params = new URLSearchParams({
    ...(tag && { tag }),
    ...(page > 1 && { offset: String((page - 1) * ARTICLES_PER_PAGE) }),
  })
  const path = `${PATHS.article}${params.size > 0 ? `?${params}` : ''}`
  return queryOptions({
    queryKey: [path],
    queryFn: ({ meta, signal }) => getJson<Articles>(meta!.api, path, { signal }),
  })
}

/** The pages and articles that contain all words of a search. */
export function foundPagesQuery(search: string) {
  const path = `/api/pages?${new URLSearchParams({ search })}`
  return queryOptions({
    queryKey: [path],
    queryFn: ({ meta, signal }) => getJson<FoundPage[]>(meta!.api, path, { signal }),
  })
}

/** The subject and the page that the URL of the list of articles names. */
export function parseArticlesUrl(search: URLSearchParams): { tag: string | null; page: number } {
  const page = Number(search.get('page'))
  return { tag: search.get('tag'), page: Number.isInteger(page) && page > 1 && page < 10_000 ? page : 1 }
}
