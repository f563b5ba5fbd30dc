import type { Kind, Sort } from '#contracts/item.ts'
import { SHOWN } from '#contracts/limits.ts'
import { readSpecificationFilters, writeSpecificationFilters } from '#contracts/specification-filter.ts'

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

const TABS = new Map<string, Kind>([
  ['machines', 'machine'],
  ['spares', 'spare'],
  ['services', 'service'],
])
export const TAB_NAMES: Record<Kind, string> = { machine: 'machines', spare: 'spares', service: 'services' }

/** How each tab is named in sentences, and in headings. */
export const TAB_LABELS: Record<Kind, { plain: string; title: string }> = {
  machine: { plain: 'machines', title: 'Machines' },
  spare: { plain: 'spare parts', title: 'Spare Parts' },
  service: { plain: 'services', title: 'Services' },
}

export const NO_FILTERS: CatalogueFilters = {
  category: '',
  featured: false,
  priceFrom: undefined,
  priceTo: undefined,
  specifications: '',
}

/** The parameters that `readCatalogueAddress` reads. */
export const CATALOGUE_PARAMETERS = [
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
export function readCatalogueAddress(parameters: URLSearchParams): CatalogueView {
  const text = (name: string) => parameters.get(name)?.trim() ?? ''
  const sort = text('sort')
  return {
    tab: TABS.get(text('tab')) ?? 'machine',
    search: text('search').slice(0, SHOWN.searchLength),
    sort: sort === 'price' || sort === 'featured' ? sort : 'name',
    view: text('view') === 'list' ? 'list' : 'grid',
    favourites: text('favourites') === 'true',
    from: wholeNumber(text('from')) ?? 0,
    category: text('category'),
    featured: text('featured') === 'true',
    priceFrom: wholeNumber(text('priceFrom')),
    priceTo: wholeNumber(text('priceTo')),
    specifications: writeSpecificationFilters(readSpecificationFilters(text('specifications'))),
  }
}

/** The address that shows `view`; what is left out of it takes the default. */
export function catalogueAddress({
  tab = 'machine',
  search,
  sort,
  view,
  from,
  ...filters
}: Partial<CatalogueView>): string {
  const parameters = new URLSearchParams({
    ...(tab !== 'machine' && { tab: TAB_NAMES[tab] }),
    ...(search && { search }),
    ...(sort && sort !== 'name' && { sort }),
    ...(view === 'list' && { view }),
    ...(from && { from: String(from) }),
  })
  // A price of 0 is a bound: it leaves out what has none.
  for (const [name, value] of Object.entries(filters))
    if (value || value === 0) parameters.set(name, String(value))
  return parameters.size > 0 ? `/products?${parameters}` : '/products'
}

const wholeNumber = (digits: string) => (/^\d{1,10}$/.test(digits) ? Number(digits) : undefined)
