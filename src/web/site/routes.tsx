import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { parse } from 'regexparam'
import type { Kind } from '#contracts/item/item.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { comparisonQuery, relatedQuery, summariesQuery } from '#web/site/queries/discovery-queries.ts'
import { getKindHint } from '../lib/navigation/navigation.tsx'
import { siteContentQuery } from '../lib/site-content.tsx'
import { parseCatalogueUrl } from './catalogue-url.ts'
import { PICTURE_SIZES } from './items/pictures/picture-sizes.ts'
import type { ExpectedPicture } from './items/pictures/prefetch-picture.ts'
import type { PageProps, Params } from './page-props.ts'
import { foundInTabQuery, getCountParams, getListParams, openBestTab } from './queries/catalogue-queries.ts'
import { featuredQuery, findCachedItem, itemQuery, listQuery } from './queries/item-queries.ts'
import { articlesQuery, foundPagesQuery, parseArticlesUrl } from './queries/publication-queries.ts'
import { reviewsQuery } from './queries/reviews-query.ts'

/** The address of a page and its history state. */
interface PageLocation {
  params: Params
  search: URLSearchParams
  state: unknown
}

/** A page. What only the server needs to know of it is in served-pages.ts. */
export interface PageRoute {
  path: string
  load(): Promise<{ default: ComponentType<PageProps> }>
  /** Fetches the data of the page. Does not throw: the page shows the error of the query. */
  prefetchData(client: QueryClient, location: PageLocation): Promise<unknown>
  /** The pictures of the first view, as far as the query cache knows them. */
  pictures?(client: QueryClient, location: PageLocation): ExpectedPicture[]
}

const KINDS: Kind[] = ['machine', 'spare', 'service']
/** The pictures in the first row of a list on a wide screen. */
const FIRST_ROW_PICTURES = 3

/** Returns a loader that loads once; a failed load is repeated by the next call. */
function memoizeLoad<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
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
  {
    path: '/',
    load: memoizeLoad(() => import('./pages/landing.tsx')),
    prefetchData: (client, { search }) =>
      Promise.all([
        ...KINDS.map((kind) => client.prefetchQuery(featuredQuery(kind))),
        client.prefetchQuery(reviewsQuery),
        // For browsers without scripts.
        import.meta.env.SSR && prefetchRequestedItems(client, search),
      ]),
    pictures: (client) => {
      const picture = client.getQueryData(siteContentQuery.queryKey)?.hero.picture
      return picture ? [{ picture, sizes: PICTURE_SIZES.hero }] : []
    },
  },
  {
    path: '/products',
    load: memoizeLoad(() => import('./pages/catalogue.tsx')),
    prefetchData: async (client, { search }) => {
      const asked = parseCatalogueUrl(search)
      if (asked.favourites) return
      if (asked.opensBest)
        await Promise.all(
          KINDS.map((kind) => client.prefetchInfiniteQuery(listQuery(kind, getCountParams(asked.search)))),
        )
      const view = openBestTab(client, asked)
      const listParams = getListParams(view)
      const queries = KINDS.map((kind) => listQuery(kind, listParams[kind]))
      await Promise.all([
        ...queries.map((query) => client.prefetchInfiniteQuery(query)),
        view.fits && client.prefetchQuery(summariesQuery([view.fits])),
        view.search && client.prefetchQuery(foundPagesQuery(view.search)),
      ])
      const totals = queries.map(({ queryKey }) => client.getQueryData(queryKey)?.pages[0]?.total)
      // An empty list shows what the search finds in other tabs.
      if (view.search && totals[KINDS.indexOf(view.tab)] === 0)
        await Promise.all(
          KINDS.map(
            (kind, index) =>
              totals[index] && client.prefetchInfiniteQuery(foundInTabQuery(kind, view.search)),
          ),
        )
    },
    pictures: (client, { search }) => {
      const view = openBestTab(client, parseCatalogueUrl(search))
      const list = client.getQueryData(listQuery(view.tab, getListParams(view)[view.tab]).queryKey)
      const items = list?.pages[0]?.items.slice(0, FIRST_ROW_PICTURES) ?? []
      return toExpectedPictures(items, view.view === 'list' ? PICTURE_SIZES.row : PICTURE_SIZES.compactCard)
    },
  },
  {
    path: '/product/:id',
    load: memoizeLoad(() => import('./pages/product.tsx')),
    prefetchData: (client, { params: { id = '' }, state }) =>
      Promise.all([
        client.prefetchQuery(itemQuery(id, getKindHint(state))),
        client.prefetchQuery(relatedQuery(id)),
      ]),
    pictures: (client, { params: { id = '' } }) => {
      const item = client.getQueryData(itemQuery(id).queryKey) ?? findCachedItem(client, id)
      return toExpectedPictures(item ? [item] : [], PICTURE_SIZES.stage)
    },
  },
  {
    path: '/finder',
    load: memoizeLoad(() => import('./pages/finder.tsx')),
    prefetchData: async (client, { search }) => {
      const { prefetchJob } = await import('./pages/finder.tsx')
      await prefetchJob(client, search)
    },
  },
  {
    path: '/compare',
    load: memoizeLoad(() => import('./pages/comparison.tsx')),
    prefetchData: async (client, { search }) => {
      const ids = search.get('ids')
      if (ids) await client.prefetchQuery(comparisonQuery(ids))
    },
  },
  {
    path: '/articles',
    load: memoizeLoad(() => import('./pages/articles.tsx')),
    prefetchData: (client, { search }) => {
      const { tag, page } = parseArticlesUrl(search)
      return client.prefetchQuery(articlesQuery(tag, page))
    },
  },
  {
    path: '/articles/:id',
    load: memoizeLoad(() => import('./pages/article.tsx')),
    prefetchData: async (client, { params: { id = '' } }) => {
      const { prefetchPublication } = await import('./pages/publication.tsx')
      await prefetchPublication(client, 'article', id)
    },
  },
  // The last one: a page that staff have written can have any other path of one part.
  {
    path: '/:id',
    load: memoizeLoad(() => import('./pages/publication.tsx')),
    prefetchData: async (client, { params: { id = '' } }) => {
      const { prefetchPublication } = await import('./pages/publication.tsx')
      await prefetchPublication(client, 'page', id)
    },
  },
]

async function prefetchRequestedItems(client: QueryClient, search: URLSearchParams): Promise<void> {
  const keys = search.get('item')
  if (keys) await client.prefetchQuery(summariesQuery(keys.split(',')))
}

const toExpectedPictures = (items: Item[], sizes: string): ExpectedPicture[] =>
  items.flatMap(({ pictures }) => pictures.slice(0, 1)).map((picture) => ({ picture, sizes }))

const notFound: PageRoute = {
  path: '*',
  load: memoizeLoad(() => import('./pages/not-found.tsx')),
  prefetchData: async () => undefined,
}

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

/** Fetches code and data of the page at `address` in parallel. */
export async function prefetchPage(client: QueryClient, address: URL, state: unknown = null): Promise<void> {
  const { route, params } = matchRoute(address.pathname)
  await Promise.all([
    route.load(),
    client.prefetchQuery(siteContentQuery),
    route.prefetchData(client, { params, search: address.searchParams, state }),
  ])
}

/** Returns the pictures of the first view of the page at `address`, as far as the query cache knows them. */
export function getExpectedPictures(client: QueryClient, address: URL): ExpectedPicture[] {
  const { route, params } = matchRoute(address.pathname)
  return route.pictures?.(client, { params, search: address.searchParams, state: null }) ?? []
}
