import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { LazyComponent } from '#web/lib/lazy-component.tsx'
import { OriginContext, PrefetchContext, usePathname } from '../lib/navigation.tsx'
import { SiteContentProvider } from '../lib/site-content.tsx'
import { Document, type InitialState } from './document.tsx'
import { SiteLayout } from './features/layout/site-layout.tsx'
import { prefetchPicture } from './items/prefetch-picture.ts'
import type { PageProps } from './page-props.ts'
import { getExpectedPictures, matchRoute, type PageRoute, prefetchPage } from './routes.tsx'

/** Pages whose code is here already; they draw without waiting. Grows as pages are opened. */
type LoadedPages = Map<PageRoute, ComponentType<PageProps>>

interface SiteProps {
  client: QueryClient
  initialState: InitialState
  initialStateJson: string
  loaded: LoadedPages
}

/** The public site; stands inside a router. */
export function Site({ client, initialState, initialStateJson, loaded }: SiteProps) {
  const prefetch = useCallback(
    (to: string, state?: unknown) => {
      prefetchPageWithPictures({ client, loaded }, new URL(to, initialState.origin), state).catch(
        () => undefined,
      )
    },
    [client, loaded, initialState.origin],
  )
  const aroundNav = useMemo(() => navigateAfterLoading(loaded), [loaded])
  return (
    <Document initialState={initialState} initialStateJson={initialStateJson}>
      <QueryClientProvider client={client}>
        <Router aroundNav={aroundNav}>
          <PrefetchContext value={prefetch}>
            <OriginContext value={initialState.origin}>
              <SiteContentProvider>
                <SiteLayout>
                  <Page loaded={loaded} />
                </SiteLayout>
              </SiteContentProvider>
            </OriginContext>
          </PrefetchContext>
        </Router>
      </QueryClientProvider>
    </Document>
  )
}

/** Code, data and first pictures of a page that is about to be opened. */
async function prefetchPageWithPictures(
  { client, loaded }: Pick<SiteProps, 'client' | 'loaded'>,
  address: URL,
  state: unknown,
): Promise<void> {
  const { route } = matchRoute(address.pathname)
  const fetchPictures = () => getExpectedPictures(client, address).forEach(prefetchPicture)
  fetchPictures()
  await prefetchPage(client, address, state)
  fetchPictures()
  loaded.set(route, (await route.load()).default)
}

/**
 * The page in view stays until the code of the next one is here; without it the browser loads the address itself. Whoever
 * chose something else meanwhile goes there.
 */
function navigateAfterLoading(loaded: LoadedPages): AroundNavHandler {
  let latestNavigation = 0
  return (navigate, to, options) => {
    const thisNavigation = ++latestNavigation
    const { route } = matchRoute(new URL(to, location.href).pathname)
    if (loaded.has(route)) {
      navigate(to, options)
      return
    }
    route.load().then(
      (module) => {
        loaded.set(route, module.default)
        if (thisNavigation === latestNavigation) navigate(to, options)
      },
      () => {
        if (thisNavigation === latestNavigation) location.assign(to)
      },
    )
  }
}

/**
 * The page of the address. No Suspense stands around it: React would bring it to life after everything else, and an
 * address that changed in between would not fit the HTML.
 */
function Page({ loaded }: { loaded: LoadedPages }) {
  const { route, params } = matchRoute(usePathname())
  const PageComponent = loaded.get(route)
  if (PageComponent) return <PageComponent params={params} />
  // Back and Forward can lead to a page whose code never came.
  return (
    <LazyComponent key={route.path} load={route.load} props={{ params }} onFail={() => location.reload()} />
  )
}
