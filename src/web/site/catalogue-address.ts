import type { Kind, Sort } from '#contracts/item.ts'

/** What the catalogue's address says (rows CAT-1, CAT-3 to CAT-5); defaults are left out of it. */
export interface CatalogueView {
  tab: Kind
  search: string
  sort: Sort
  view: 'grid' | 'list'
}

const TABS: Record<string, Kind> = { machines: 'machine', spares: 'spare', services: 'service' }
export const TAB_NAMES: Record<Kind, string> = { machine: 'machines', spare: 'spares', service: 'services' }

/** How each tab is named in sentences, and in headings. */
export const TAB_LABELS: Record<Kind, { plain: string; title: string }> = {
  machine: { plain: 'machines', title: 'Machines' },
  spare: { plain: 'spare parts', title: 'Spare Parts' },
  service: { plain: 'services', title: 'Services' },
}

/** Reads the address; anything unknown in it takes the default. */
export function readCatalogueAddress(parameters: URLSearchParams): CatalogueView {
  const sort = parameters.get('sort')
  return {
    tab: TABS[parameters.get('tab') ?? ''] ?? 'machine',
    search: parameters.get('search')?.trim() ?? '',
    sort: sort === 'price' || sort === 'featured' ? sort : 'name',
    view: parameters.get('view') === 'list' ? 'list' : 'grid',
  }
}

/** The address that shows `view`. */
export function catalogueAddress({ tab, search, sort, view }: CatalogueView): string {
  const parameters = new URLSearchParams({
    ...(tab !== 'machine' && { tab: TAB_NAMES[tab] }),
    ...(search && { search }),
    ...(sort !== 'name' && { sort }),
    ...(view !== 'grid' && { view }),
  })
  return parameters.size > 0 ? `/products?${parameters}` : '/products'
}
