import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { getLanguagePrefix, toPagePath } from '#contracts/language-path.ts'
import { MAIN_ID } from '#web/lib/navigation/element-ids.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { PageErrorBoundary } from '#web/lib/navigation/page-error-boundary.tsx'
import { OriginContext, PrefetchContext, usePathname } from '../lib/navigation/navigation.tsx'
import { SiteContentProvider } from '../lib/site-content.tsx'
import { Document, type InitialState } from './document/document.tsx'
import { SiteLayout } from './features/layout/site-layout.tsx'
import { prefetchPicture } from './items/pictures/prefetch-picture.ts'
import type { PageProps } from './page-module.ts'
import { matchRoute, type PageRoute, prefetchPage } from './routes.tsx'

/** The pages whose code is loaded; they render without waiting. Navigation and prefetching add to it. */
type LoadedPages = Map<PageRoute, ComponentType<PageProps>>

const SITE_ID = 'site'

interface SiteProps {
  client: QueryClient
  initialState: InitialState
  stateUrl: string
  loaded: LoadedPages
}

/** The document of the public site. On the server it needs a router around it. */
export function Site({ client, initialState, stateUrl, loaded }: SiteProps) {
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
    <Document assets={initialState.assets} stateUrl={stateUrl}>
      <QueryClientProvider client={client}>
        <Router aroundNav={aroundNav} base={getLanguagePrefix()}>
          <PrefetchContext value={prefetch}>
            <OriginContext value={initialState.origin}>
              <div id={SITE_ID}>
                <PageErrorBoundary containerId={SITE_ID}>
                  <SiteContentProvider>
                    <SiteLayout>
                      <PageErrorBoundary containerId={MAIN_ID}>
                        <Page loaded={loaded} />
                      </PageErrorBoundary>
                    </SiteLayout>
                  </SiteContentProvider>
                </PageErrorBoundary>
              </div>
            </OriginContext>
          </PrefetchContext>
        </Router>
      </QueryClientProvider>
    </Document>
  )
}

/** Fetches code, data and first pictures of a page that the visitor is about to open. */
async function prefetchPageWithPictures(
  { client, loaded }: Pick<SiteProps, 'client' | 'loaded'>,
  address: URL,
  state: unknown,
): Promise<void> {
  const { route, Page } = await prefetchPage(client, address, { state, expectPicture: prefetchPicture })
  loaded.set(route, Page)
}

/**
 * Returns a handler that navigates once the code of the next page is loaded; until then the present page stays. If the
 * code cannot be loaded, the browser loads the address. A later navigation cancels an earlier one.
 */
function navigateAfterLoading(loaded: LoadedPages): AroundNavHandler {
  let latestNavigation = 0
  return (navigate, to, options) => {
    const thisNavigation = ++latestNavigation
    const { route } = matchRoute(toPagePath(new URL(to, location.href).pathname))
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
 * The page of the current address. It has no Suspense boundary: React would hydrate it after everything else, and an
 * address that changed in between would not match the HTML.
 */
function Page({ loaded }: { loaded: LoadedPages }) {
  const { route, params } = matchRoute(usePathname())
  const PageComponent = loaded.get(route)
  if (PageComponent) return <PageComponent params={params} />
  // Back and Forward can lead to a page whose code was never loaded.
  return (
    <LazyComponent key={route.path} load={route.load} props={{ params }} onFail={() => location.reload()} />
  )
}
