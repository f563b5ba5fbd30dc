import { ITEM_STATE_LABELS } from '#contracts/item-state.ts'
import { KINDS, type Kind } from '#contracts/kind.ts'
import { ADMIN_SORT_DIRECTIONS } from '#contracts/sort.ts'
import { parseColumnSort, toSortParams } from '../layout/column-sort.ts'
import { parsePage } from '../layout/use-list-params.ts'

/** The filters of the table of items with fixed choices: URL parameter, label and choices. '' is the default. */
export const LIST_FILTERS = {
  state: {
    label: 'Status',
    choices: { '': 'Not archived', ...ITEM_STATE_LABELS },
  },
  featured: {
    label: 'Featured',
    choices: { '': 'All', true: 'Featured', false: 'Not featured' },
  },
  missing: {
    label: 'Missing information',
    choices: {
      '': 'Any',
      picture: 'No picture',
      price: 'No price',
      specifications: 'Fewer than 2 specifications',
    },
  },
} as const
type FilterName = keyof typeof LIST_FILTERS

export const PAGE_SIZE = 50
const FILTER_NAMES = [...Object.keys(LIST_FILTERS), 'category']

/** Removes search and filters. The tab of a kind and the sort order remain. */
export const CLEARED_PARAMS = Object.fromEntries([...FILTER_NAMES, 'search'].map((name) => [name, undefined]))

/** The kind whose tab is open; undefined for all kinds. */
export const parseKind = (searchParams: URLSearchParams): Kind | undefined =>
  KINDS.find((kind) => kind === searchParams.get('kind'))

/** How many filters narrow the list, besides the search and the tab. */
export const countFilters = (searchParams: URLSearchParams): number =>
  [...toFilterParams(searchParams).keys()].filter((name) => FILTER_NAMES.includes(name)).length

/** Whether a search or a filter narrows the list, apart from the tab. */
export const isNarrowed = (searchParams: URLSearchParams): boolean =>
  countFilters(searchParams) > 0 || Boolean(searchParams.get('search'))

/** The valid filters of the URL as parameters of the request, without sort order and page. */
export function toFilterParams(searchParams: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams()
  const kind = parseKind(searchParams)
  if (kind) params.set('kind', kind)
  for (const name of [...FILTER_NAMES, 'search']) {
    const value = searchParams.get(name)
    const choices = name in LIST_FILTERS ? LIST_FILTERS[name as FilterName].choices : undefined
    if (value && (!choices || value in choices)) params.set(name, value)
  }
  return params
}

/** The query string of the request for all items of the list. */
export function toListParams(searchParams: URLSearchParams): URLSearchParams {
  const params = toFilterParams(searchParams)
  const sortOrder = parseColumnSort(searchParams, ADMIN_SORT_DIRECTIONS)
  for (const [name, value] of Object.entries(toSortParams(sortOrder, ADMIN_SORT_DIRECTIONS)))
    if (value) params.set(name, value)
  return params
}

/** The query string of the request for one page of the list. */
export function toPageParams(searchParams: URLSearchParams): string {
  const params = toListParams(searchParams)
  params.set('limit', String(PAGE_SIZE))
  params.set('offset', String((parsePage(searchParams) - 1) * PAGE_SIZE))
  return params.toString()
}
