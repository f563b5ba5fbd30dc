import { DISPLAY_LIMITS } from '#contracts/display-limits.ts'
import { KINDS, type Kind } from '#contracts/kind.ts'
import { parseSort, type Sort } from '#contracts/sort.ts'
import { formatSpecificationFilters, parseSpecificationFilters } from '#contracts/specification-filter.ts'

/** What a list is narrowed down by; empty texts and `undefined` say nothing. */
export interface CatalogueFilters {
  category: string
  featured: boolean
  /** Rupees. */
  priceFrom: number | undefined
  priceTo: number | undefined
  /** As the list call takes it: 'bar-capacity.mm:20..40,fits:cl-25'. */
  specifications: string
}

/** What the catalogue's address says (rows CAT-1, CAT-3 to CAT-6); defaults are left out of it. */
export interface CatalogueView extends CatalogueFilters {
  tab: Kind
  search: string
  sort: Sort
  view: 'grid' | 'list'
  /** Only what was marked on this device, of every kind. */
  favourites: boolean
  /** How many items stand before the first one shown: how a browser without JavaScript pages. */
  from: number
}

export const TAB_NAMES: Record<Kind, string> = { machine: 'machines', spare: 'spares', service: 'services' }

export const NO_FILTERS: CatalogueFilters = {
  category: '',
  featured: false,
  priceFrom: undefined,
  priceTo: undefined,
  specifications: '',
}

/** The parameters that `readCatalogueAddress` reads. */
export const CATALOGUE_PARAMS = [
  'tab',
  'search',
  'sort',
  'view',
  'favourites',
  'from',
  'category',
  'featured',
  'priceFrom',
  'priceTo',
  'specifications',
] as const

/** Reads the address; anything unknown in it takes the default. */
export function parseCatalogueUrl(params: URLSearchParams): CatalogueView {
  const text = (name: string) => params.get(name)?.trim() ?? ''
  return {
    tab: KINDS.find((kind) => TAB_NAMES[kind] === text('tab')) ?? 'machine',
    search: text('search').slice(0, DISPLAY_LIMITS.searchLength),
    sort: parseSort(text('sort')),
    view: text('view') === 'list' ? 'list' : 'grid',
    favourites: text('favourites') === 'true',
    from: parseInteger(text('from')) ?? 0,
    category: text('category'),
    featured: text('featured') === 'true',
    priceFrom: parseInteger(text('priceFrom')),
    priceTo: parseInteger(text('priceTo')),
    specifications: formatSpecificationFilters(parseSpecificationFilters(text('specifications'))),
  }
}

/** The address that shows `view`; what is left out of it takes the default. */
export function buildCatalogueUrl({
  tab = 'machine',
  search,
  sort,
  view,
  from,
  ...filters
}: Partial<CatalogueView>): string {
  const params = new URLSearchParams({
    ...(tab !== 'machine' && { tab: TAB_NAMES[tab] }),
    ...(search && { search }),
    ...(sort && sort !== 'name' && { sort }),
    ...(view === 'list' && { view }),
    ...(from && { from: String(from) }),
  })
  // A price of 0 is a bound: it leaves out what has none.
  for (const [name, value] of Object.entries(filters))
    if (value || value === 0) params.set(name, String(value))
  return params.size > 0 ? `/products?${params}` : '/products'
}

const parseInteger = (digits: string) => (/^\d{1,10}$/.test(digits) ? Number(digits) : undefined)
