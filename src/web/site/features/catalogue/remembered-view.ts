import { useState } from 'react'
import { createLocalStorageList } from '#web/lib/local-storage-list.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { type CatalogueView, TAB_NAMES } from '../../catalogue-url.ts'

/** The tabs that this device shows as lists, by their names in the URL (also read by remembered-view-script.ts). */
const listTabs = createLocalStorageList('listViewTabs')

/** 'filters', if this device keeps them closed beside the list (also read by remembered-view-script.ts). */
const closedPanels = createLocalStorageList('closedPanels')
const FILTERS = 'filters'
/** From this width the filters are open unless they were closed; equals `xl` in the style sheets. */
const OPEN_FILTERS_QUERY = '(min-width: 80rem)'

/** Whether the items are shown as a list: as in the address, or else as this device remembers it for the tab (row CAT-5). */
export function useIsListView(view: CatalogueView): boolean {
  const isRemembered = listTabs.useHas(toTabName(view))
  return view.view ? view.view === 'list' : isRemembered
}

/** Remembers the visitor's choice for the tab of `view` on this device. */
export function rememberView(view: CatalogueView, chosen: 'grid' | 'list'): void {
  const name = toTabName(view)
  listTabs.update((names) => [
    ...names.filter((other) => other !== name),
    ...(chosen === 'list' ? [name] : []),
  ])
}

const toTabName = ({ tab, favourites }: CatalogueView) => (favourites ? 'favourites' : TAB_NAMES[tab])

/**
 * Whether the filters are open: as the visitor has chosen since the page was opened, or else on wide screens unless this
 * device keeps them closed; undefined on the server and during hydration. `toggleFilters` is remembered on wide screens,
 * `closeFilters` is not.
 */
export function useFiltersOpen() {
  const isWide = useMediaQuery(OPEN_FILTERS_QUERY)
  const closed = closedPanels.useIds()
  const [chosen, setChosen] = useState<boolean>()
  const areFiltersOpen = closed && (chosen ?? (isWide && !closed.includes(FILTERS)))
  return {
    areFiltersOpen,
    toggleFilters: () => {
      setChosen(!areFiltersOpen)
      if (isWide) closedPanels.update(() => (areFiltersOpen ? [FILTERS] : []))
    },
    closeFilters: () => setChosen(false),
  }
}
