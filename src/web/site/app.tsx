import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useCallback, useMemo } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { OriginContext, PrepareContext, usePathname } from '../lib/navigation.tsx'
import { OnDemand } from '../lib/on-demand.tsx'
import { SiteContentProvider } from '../lib/site-content.tsx'
import { type BootState, Document } from './document.tsx'
import { SiteFrame } from './features/frame/site-frame.tsx'
import { fetchPicture } from './items/fetch-picture.ts'
import type { PageProps } from './page-props.ts'
import { matchRoute, type PageRoute, picturesOf, preparePage } from './routes.tsx'

/** Pages whose code is here already; they draw without waiting. Grows as pages are opened. */
type LoadedPages = Map<PageRoute, ComponentType<PageProps>>

interface SiteProps {
  client: QueryClient
  boot: BootState
  bootText: string
  loaded: LoadedPages
}

/** The public site; stands inside a router. */
export function Site({ client, boot, bootText, loaded }: SiteProps) {
  const prepare = useCallback(
    (to: string, state?: unknown) => {
      prepareWhole({ client, loaded }, new URL(to, boot.origin), state).catch(() => undefined)
    },
    [client, loaded, boot.origin],
  )
  const afterLoading = useMemo(() => goAfterLoading(loaded), [loaded])
  return (
    <Document boot={boot} bootText={bootText}>
      <QueryClientProvider client={client}>
        <Router aroundNav={afterLoading}>
          <PrepareContext value={prepare}>
            <OriginContext value={boot.origin}>
              <SiteContentProvider>
                <SiteFrame>
                  <Page loaded={loaded} />
                </SiteFrame>
              </SiteContentProvider>
            </OriginContext>
          </PrepareContext>
        </Router>
      </QueryClientProvider>
    </Document>
  )
}

/** Code, data and first pictures of a page that is about to be opened. */
async function prepareWhole(
  { client, loaded }: Pick<SiteProps, 'client' | 'loaded'>,
  address: URL,
  state: unknown,
): Promise<void> {
  const { route } = matchRoute(address.pathname)
  const fetchPictures = () => picturesOf(client, address).forEach(fetchPicture)
  fetchPictures()
  await preparePage(client, address, state)
  fetchPictures()
  loaded.set(route, (await route.load()).default)
}

/**
 * The page in view stays until the code of the next one is here; without it the browser loads the address itself. Whoever
 * chose something else meanwhile goes there.
 */
function goAfterLoading(loaded: LoadedPages): AroundNavHandler {
  let newest = 0
  return (navigate, to, options) => {
    const mine = ++newest
    const { route } = matchRoute(new URL(to, location.href).pathname)
    if (loaded.has(route)) {
      navigate(to, options)
      return
    }
    route.load().then(
      (module) => {
        loaded.set(route, module.default)
        if (mine === newest) navigate(to, options)
      },
      () => {
        if (mine === newest) location.assign(to)
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
  const Ready = loaded.get(route)
  if (Ready) return <Ready params={params} />
  // Back and Forward can lead to a page whose code never came.
  return <OnDemand key={route.path} load={route.load} props={{ params }} onFail={() => location.reload()} />
}
