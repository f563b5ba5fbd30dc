import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { parse } from 'regexparam'
import { siteContentQuery } from '../lib/site-content.tsx'
import type { ExpectedPicture } from './items/pictures/prefetch-picture.ts'
import type { PageModule, PageProps, Params } from './page-module.ts'

/** A page. What only the server needs to know of it is in served-pages.ts. */
export interface PageRoute {
  path: string
  load(): Promise<PageModule>
}

/** Returns a loader that loads once; a failed load is repeated by the next call. */
function memoizeLoad(load: () => Promise<PageModule>): () => Promise<PageModule> {
  let loading: Promise<PageModule> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** All public pages (row RT-1); any other path is not found (row RT-2). */
const routes: PageRoute[] = [
  { path: '/', load: memoizeLoad(() => import('./pages/landing.tsx')) },
  { path: '/products', load: memoizeLoad(() => import('./pages/catalogue.tsx')) },
  { path: '/product/:id', load: memoizeLoad(() => import('./pages/product.tsx')) },
  { path: '/finder', load: memoizeLoad(() => import('./pages/finder.tsx')) },
  { path: '/compare', load: memoizeLoad(() => import('./pages/comparison.tsx')) },
  { path: '/articles', load: memoizeLoad(() => import('./pages/articles.tsx')) },
  { path: '/articles/:id', load: memoizeLoad(() => import('./pages/article.tsx')) },
  // The last one: a page that staff have written can have any other path of one part.
  { path: '/:id', load: memoizeLoad(() => import('./pages/publication.tsx')) },
]

const notFound: PageRoute = { path: '*', load: memoizeLoad(() => import('./pages/not-found.tsx')) }

/** Returns the route of a path with its parameters; the 'not found' route if no route matches. */
export function matchRoute(pathname: string): { route: PageRoute; params: Params; found: boolean } {
  for (const { route, pattern, keys } of routePatterns) {
    const match = pattern.exec(pathname)
    if (match)
      return {
        route,
        params: Object.fromEntries(keys.map((key, index) => [key, decodePathSegment(match[index + 1])])),
        found: true,
      }
  }
  return { route: notFound, params: {}, found: false }
}

const routePatterns = routes.map((route) => ({ route, ...parse(route.path) }))

function decodePathSegment(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '')
  } catch {
    return segment ?? ''
  }
}

/**
 * Fetches the code of the page at `address`, then its data. Calls `expectPicture` with each picture of its first view as
 * soon as the query cache knows it, at most twice. Returns the page's route and component.
 */
export async function prefetchPage(
  client: QueryClient,
  address: URL,
  {
    state = null,
    expectPicture,
  }: { state?: unknown; expectPicture?: (picture: ExpectedPicture) => void } = {},
): Promise<{ route: PageRoute; Page: ComponentType<PageProps> }> {
  const { route, params } = matchRoute(address.pathname)
  const [page] = await Promise.all([route.load(), client.prefetchQuery(siteContentQuery)])
  const location = { params, search: address.searchParams, state }
  const showPictures = () => {
    if (expectPicture) page.getPictures?.(client, location).forEach(expectPicture)
  }
  showPictures()
  await page.prefetchData?.(client, location)
  showPictures()
  return { route, Page: page.default }
}
