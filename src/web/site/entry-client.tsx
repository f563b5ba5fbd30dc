import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserApi } from '../lib/api.ts'
import { keepPlaces } from '../lib/places.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { Site } from './app.tsx'
import { BOOT_ELEMENT, type BootState } from './document.tsx'
import { matchRoute } from './routes.tsx'

const bootText = document.getElementById(BOOT_ELEMENT)?.textContent ?? ''
const boot = JSON.parse(bootText) as BootState
const client = createQueryClient(browserApi)
hydrate(client, boot.queries)
const { route } = matchRoute(location.pathname)
const { default: Page } = await route.load()

keepPlaces()
startTransition(() => {
  hydrateRoot(
    document,
    <Site client={client} boot={boot} bootText={bootText} loaded={new Map([[route, Page]])} />,
  )
})
