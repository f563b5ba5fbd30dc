import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { installScrollRestoration } from '#web/lib/navigation/scroll-restoration.ts'
import { browserApi } from '../lib/api/api.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { Site } from './app.tsx'
import { INITIAL_STATE_ELEMENT_ID, type InitialState } from './document/document.tsx'
import { matchRoute } from './routes.tsx'

const initialStateJson = document.getElementById(INITIAL_STATE_ELEMENT_ID)?.textContent ?? ''
const initialState = JSON.parse(initialStateJson) as InitialState
const client = createQueryClient(browserApi)
hydrate(client, initialState.queries)
const { route } = matchRoute(location.pathname)
const { default: Page } = await route.load()

installScrollRestoration()
startTransition(() => {
  hydrateRoot(
    document,
    <Site
      client={client}
      initialState={initialState}
      initialStateJson={initialStateJson}
      loaded={new Map([[route, Page]])}
    />,
  )
})
