import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useCallback } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { PrepareContext, usePathname } from '../lib/navigation.tsx'
import { type BootState, Document } from './document.tsx'
import { SiteFrame } from './features/frame/site-frame.tsx'
import { matchRoute, type PageProps, type PageRoute, preparePage } from './routes.tsx'

/** Pages whose code is here already; they draw without waiting. */
type LoadedPages = ReadonlyMap<PageRoute, ComponentType<PageProps>>

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
      preparePage(client, new URL(to, boot.origin), state).catch(() => undefined)
    },
    [client, boot.origin],
  )
  return (
    <Document boot={boot} bootText={bootText}>
      <QueryClientProvider client={client}>
        <Router aroundNav={afterLoading}>
          <PrepareContext value={prepare}>
            <SiteFrame>
              <Suspense>
                <Page loaded={loaded} />
              </Suspense>
            </SiteFrame>
          </PrepareContext>
        </Router>
      </QueryClientProvider>
    </Document>
  )
}

let newest = 0

/**
 * The page in view stays until the code of the next one is here; without it the browser loads the address itself. Whoever
 * chose something else meanwhile goes there.
 */
const afterLoading: AroundNavHandler = (navigate, to, options) => {
  const mine = ++newest
  const ifNewest = (go: () => void) => () => {
    if (mine === newest) go()
  }
  const { route } = matchRoute(new URL(to, location.href).pathname)
  const open = ifNewest(() => navigate(to, options))
  const reload = ifNewest(() => location.assign(to))
  route.load().then(open, reload)
}

function Page({ loaded }: { loaded: LoadedPages }) {
  const { route, params } = matchRoute(usePathname())
  const Shown = loaded.get(route) ?? lazyPage(route)
  return <Shown params={params} />
}

const lazyPages = new Map<PageRoute, ComponentType<PageProps>>()

function lazyPage(route: PageRoute): ComponentType<PageProps> {
  const known = lazyPages.get(route)
  if (known) return known
  const made = lazy(route.load)
  lazyPages.set(route, made)
  return made
}
