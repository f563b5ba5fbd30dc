import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { toPagePath } from '#contracts/language-path.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { getLanguage } from '#messages/language.ts'
import { installScrollRestoration } from '#web/lib/navigation/scroll-restoration.ts'
import { browserApi } from '../lib/api/api.ts'
import { createLocalizedApi } from '../lib/api/localized-api.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { Site } from './app.tsx'
import type { InitialState } from './document/document.tsx'
import { matchRoute } from './routes.tsx'

const MAX_WAIT_MS = 60_000
/** Nothing that the visitor waits for is loaded any more. */
const COUNTING_DELAY_MS = 1000

const stateUrl = document.documentElement.dataset.state ?? ''
const { route } = matchRoute(toPagePath(location.pathname))
const [response, { default: Page }] = await Promise.all([fetchState(), route.load()])
const initialState = (await response.json()) as InitialState
const client = createQueryClient(createLocalizedApi(browserApi, getLanguage()))
hydrate(client, initialState.queries)
const site = (
  <Site client={client} initialState={initialState} stateUrl={stateUrl} loaded={new Map([[route, Page]])} />
)

installScrollRestoration()
startTransition(() => {
  // The server redirects to a state that is newer than the HTML, which React then replaces.
  if (response.redirected) createRoot(document).render(site)
  else hydrateRoot(document, site)
})

setTimeout(() => {
  if (isCounted()) import('./visitors/count-visit.ts').catch(() => undefined)
}, COUNTING_DELAY_MS)

/** Staff, programs that drive a browser, and visitors whose browser asks for privacy are not counted (decision 0243). */
function isCounted(): boolean {
  const { webdriver, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return !webdriver && !globalPrivacyControl && !localStorage.getItem(STORAGE_KEYS.token)
}

/** Returns the state of the page, which can be read without. Tries again ever more rarely. */
async function fetchState(): Promise<Response> {
  const request = () => fetch(stateUrl).catch(() => undefined)
  let found = await (window.pageState ?? request())
  for (let waitMs = 1000; !found?.ok; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    found = await request()
  }
  return found
}
