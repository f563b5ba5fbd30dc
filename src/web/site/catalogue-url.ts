import { BEST_TAB, DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { parseSort, type Sort } from '#contracts/catalogue/sort.ts'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
} from '#contracts/catalogue/specification-filter.ts'
import { KINDS, type Kind } from '#contracts/item/kind.ts'

/** The element with the items of the catalogue, before which its sidebar stands. */
export const RESULTS_ID = 'results'

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

const VIEWS = ['grid', 'list'] as const

export const TAB_NAMES: Record<Kind, string> = { machine: 'machines', spare: 'spares', service: 'services' }

export const NO_FILTERS: CatalogueFilters = {
  category: '',
  featured: false,
  fits: '',
  priceFrom: undefined,
  priceTo: undefined,
  specifications: '',
}

/** Parses the parameters of the URL; an unknown value yields the default. */
export function parseCatalogueUrl(params: URLSearchParams): CatalogueView {
  const text = (name: string) => params.get(name)?.trim() ?? ''
  return {
    tab: KINDS.find((kind) => TAB_NAMES[kind] === text('tab')) ?? 'machine',
    opensBest: text('tab') === BEST_TAB && text('search') !== '',
    search: text('search').slice(0, DISPLAY_LIMITS.searchLength),
    sort: parseSort(text('sort')),
    view: VIEWS.find((view) => view === text('view')),
    favourites: text('favourites') === 'true',
    from: parseInteger(text('from')) ?? 0,
    category: text('category'),
    featured: text('featured') === 'true',
    fits: text('fits'),
    priceFrom: parseInteger(text('priceFrom')),
    priceTo: parseInteger(text('priceTo')),
    specifications: formatSpecificationFilters(parseSpecificationFilters(text('specifications'))),
  }
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

const parseInteger = (digits: string) => (/^\d{1,10}$/.test(digits) ? Number(digits) : undefined)
