import { BEST_TAB } from '#contracts/catalogue/display-limits.ts'
import type { Sort } from '#contracts/catalogue/sort.ts'
import type { Kind } from '#contracts/item/kind.ts'

/** The filters of a list; '', false and `undefined` mean no filter. */
export interface CatalogueFilters {
  category: string
  featured: boolean
  /** The slug of the machine that the spare parts fit. */
  fits: string
  /** Rupees. */
  priceFrom: number | undefined
  priceTo: number | undefined
  /** In the format of the list API: 'bar-capacity.mm:20..40,fits:cl-25'. */
  specifications: string
}

/** The parameters of the catalogue's URL (rows CAT-1, CAT-3 to CAT-6); the URL omits defaults. */
export interface CatalogueView extends CatalogueFilters {
  tab: Kind
  /** Whether the tab in which the search is answered best is to open, instead of `tab`. */
  opensBest: boolean
  search: string
  sort: Sort
  /** Undefined: as this device remembers it for the tab, or a grid. */
  view: 'grid' | 'list' | undefined
  /** Shows only the favourites of this device, of all kinds. */
  favourites: boolean
  /** The number of items before the first one on display, for paging without JavaScript. */
  from: number
}

export const TAB_NAMES: Record<Kind, string> = { machine: 'machines', spare: 'spares', service: 'services' }

export const NO_FILTERS: CatalogueFilters = {
  category: '',
  featured: false,
  fits: '',
  priceFrom: undefined,
  priceTo: undefined,
  specifications: '',
}

/** Builds the URL of `view`; omitted properties have their defaults. */
export function buildCatalogueUrl({
  tab = 'machine',
  opensBest,
  search,
  sort,
  view,
  from,
  ...filters
}: Partial<CatalogueView>): string {
  const params = new URLSearchParams({
    ...(opensBest ? { tab: BEST_TAB } : tab !== 'machine' && { tab: TAB_NAMES[tab] }),
    ...(search && { search }),
    ...(sort && sort !== 'name' && { sort }),
    ...(view && { view }),
    ...(from && { from: String(from) }),
  })
  // A price of 0 is a filter: it excludes items without a price.
  for (const [name, value] of Object.entries(filters))
    if (value || value === 0) params.set(name, String(value))
  return params.size > 0 ? `/products?${params}` : '/products'
}
