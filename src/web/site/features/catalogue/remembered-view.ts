import { createLocalStorageList } from '#web/lib/local-storage-list.ts'
import { type CatalogueView, TAB_NAMES } from '../../catalogue-url.ts'

/** The tabs that this device shows as lists, by their names in the URL (also read by remembered-view-script.ts). */
const listTabs = createLocalStorageList('listViewTabs')

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
