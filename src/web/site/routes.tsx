import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { parse } from 'regexparam'
import type { Kind } from '#contracts/item.ts'
import type { Item } from '#contracts/item-reader.ts'
import { relatedQuery } from '../lib/finding-queries.ts'
import { featuredQuery, itemQuery, listedItem, listQuery } from '../lib/item-queries.ts'
import { kindHint } from '../lib/navigation.tsx'
import { reviewsQuery } from '../lib/reviews-query.ts'
import { siteContentQuery } from '../lib/site-content.tsx'
import { CATALOGUE_PARAMETERS, readCatalogueAddress } from './catalogue-address.ts'
import { listWishes } from './catalogue-lists.ts'
import type { ExpectedPicture } from './items/fetch-picture.ts'
import { PICTURE_SIZES } from './items/picture-sizes.ts'
import type { PageProps, Params } from './page-props.ts'

/** Where somebody is or is about to go. */
interface Place {
  params: Params
  search: URLSearchParams
  state: unknown
}

export interface PageRoute {
  path: string
  /** The parameters the page reads; any other makes no difference to it. */
  parameters: readonly string[]
  load(): Promise<{ default: ComponentType<PageProps> }>
  /** The source of the page, under which the build lists its files. */
  module: string
  /** Fetches what the page shows; a failure stays with its query, for the page to show. */
  prepare(client: QueryClient, place: Place): Promise<unknown>
  /** The pictures that its first view will show, as far as they are known by now. */
  pictures?(client: QueryClient, place: Place): ExpectedPicture[]
}

const KINDS: Kind[] = ['machine', 'spare', 'service']
/** Of a list: those of its first row on a wide screen. */
const FIRST_PICTURES = 3

/** What was loaded is there at once from then on; what failed is tried again. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** The one table of public pages (row RT-1); what is not in it is not found (row RT-2). */
const routes: PageRoute[] = [
  {
    path: '/',
    parameters: ['enquiry'],
    load: once(() => import('./pages/landing.tsx')),
    module: 'src/web/site/pages/landing.tsx',
    prepare: (client) =>
      Promise.all([
        ...KINDS.map((kind) => client.prefetchQuery(featuredQuery(kind))),
        client.prefetchQuery(reviewsQuery),
      ]),
    pictures: (client) => {
      const picture = client.getQueryData(siteContentQuery.queryKey)?.hero.picture
      return picture ? [{ picture, sizes: PICTURE_SIZES.hero }] : []
    },
  },
  {
    path: '/products',
    parameters: CATALOGUE_PARAMETERS,
    load: once(() => import('./pages/catalogue.tsx')),
    module: 'src/web/site/pages/catalogue.tsx',
    prepare: (client, { search }) => {
      const view = readCatalogueAddress(search)
      if (view.favourites) return Promise.resolve()
      const wishes = listWishes(view)
      return Promise.all(KINDS.map((kind) => client.prefetchInfiniteQuery(listQuery(kind, wishes[kind]))))
    },
    pictures: (client, { search }) => {
      const view = readCatalogueAddress(search)
      const list = client.getQueryData(listQuery(view.tab, listWishes(view)[view.tab]).queryKey)
      const items = list?.pages[0]?.items.slice(0, FIRST_PICTURES) ?? []
      return expected(items, view.view === 'list' ? PICTURE_SIZES.row : PICTURE_SIZES.card)
    },
  },
  {
    path: '/product/:id',
    parameters: [],
    load: once(() => import('./pages/product.tsx')),
    module: 'src/web/site/pages/product.tsx',
    prepare: (client, { params: { id = '' }, state }) =>
      Promise.all([
        client.prefetchQuery(itemQuery(id, kindHint(state))),
        client.prefetchQuery(relatedQuery(id)),
      ]),
    pictures: (client, { params: { id = '' } }) => {
      const item = client.getQueryData(itemQuery(id).queryKey) ?? listedItem(client, id)
      return expected(item ? [item] : [], PICTURE_SIZES.stage)
    },
  },
]

const expected = (items: Item[], sizes: string): ExpectedPicture[] =>
  items.flatMap(({ pictures }) => pictures.slice(0, 1)).map((picture) => ({ picture, sizes }))

const notFound: PageRoute = {
  path: '*',
  parameters: [],
  load: once(() => import('./pages/not-found.tsx')),
  module: 'src/web/site/pages/not-found.tsx',
  prepare: async () => undefined,
}

/** The route of a path with its parts; the page of unknown addresses when none fits. */
export function matchRoute(pathname: string): { route: PageRoute; params: Params; found: boolean } {
  for (const { route, pattern, keys } of patterns) {
    const match = pattern.exec(pathname)
    if (match)
      return {
        route,
        params: Object.fromEntries(keys.map((key, index) => [key, decoded(match[index + 1])])),
        found: true,
      }
  }
  return { route: notFound, params: {}, found: false }
}

const patterns = routes.map((route) => ({ route, ...parse(route.path) }))

function decoded(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '')
  } catch {
    return part ?? ''
  }
}

/** Code and data of the page at `address`, side by side. */
export async function preparePage(client: QueryClient, address: URL, state: unknown = null): Promise<void> {
  const { route, params } = matchRoute(address.pathname)
  await Promise.all([
    route.load(),
    client.prefetchQuery(siteContentQuery),
    route.prepare(client, { params, search: address.searchParams, state }),
  ])
}

/** The pictures of the first view of the page at `address`, as far as they are known by now. */
export function picturesOf(client: QueryClient, address: URL): ExpectedPicture[] {
  const { route, params } = matchRoute(address.pathname)
  return route.pictures?.(client, { params, search: address.searchParams, state: null }) ?? []
}
