import { BEST_TAB, DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { parseSort } from '#contracts/catalogue/sort.ts'
import {
  formatSpecificationFilters,
  parseSpecificationFilters,
} from '#contracts/catalogue/specification-filter.ts'
import { KINDS } from '#contracts/item/kind.ts'
import { type CatalogueView, TAB_NAMES } from './catalogue-url.ts'

const VIEWS = ['grid', 'list'] as const

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

const parseInteger = (digits: string) => (/^\d{1,10}$/.test(digits) ? Number(digits) : undefined)
