import { useState } from 'react'
import { createLocalStorageList } from '#web/lib/local-storage-list.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { useFavourites } from './favourites.ts'
import { useRecentlyViewed } from './recently-viewed.ts'

const loadContinue = () => import('./continue.tsx')
/** What `useContinue` returned as `state` when the visitor hid the panel. */
const hidden = createLocalStorageList('continueHidden')

/**
 * What a returning visitor can continue with: the items viewed and made favourites before this page was opened, so that a
 * click on a favourite button neither shows the panel nor sends a request (row CAT-7). Undefined for a new visitor, until
 * hydration, and while nothing was viewed or made a favourite since the visitor hid the panel.
 */
export function useContinue() {
  const recent = useRecentlyViewed()
  const favourites = useFavourites()
  const [stored, setStored] = useState({ recent, favourites })
  if (recent && favourites && !stored.recent) setStored({ recent, favourites })
  const state = [...(stored.recent ?? []).slice(0, 1), ...(stored.favourites ?? []).slice(-1)].join()
  const isHidden = hidden.useHas(state)
  if (isHidden || !state) return undefined
  return { recent: stored.recent ?? [], favourites: stored.favourites ?? [], state }
}

/**
 * 'Continue where you left off', loaded for returning visitors only. It is rendered where it moves nothing that is on the
 * screen: below the first view, or at the end of a column.
 */
export function ContinueSlot({ isColumn = false }: { isColumn?: boolean }) {
  const continued = useContinue()
  if (!continued) return null
  const { state, ...props } = continued
  return (
    <LazyComponent
      load={loadContinue}
      props={{ ...props, isColumn, onHide: () => hidden.update(() => [state]) }}
    />
  )
}
