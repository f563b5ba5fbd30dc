import { ITEM_STATE_LABELS } from '#contracts/item-state.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { ADMIN_SORT_LABELS } from '#contracts/sort.ts'
import { parsePage } from '../layout/use-list-params.ts'

const { name: _, ...ADMIN_SORT_CHOICES } = ADMIN_SORT_LABELS

/** The filters of the list of all items: URL parameter, label and choices. '' is the default. */
export const LIST_FILTERS = {
  kind: {
    label: 'Type',
    choices: {
      '': 'All types',
      machine: KIND_LABELS.machine.pluralLabel,
      spare: KIND_LABELS.spare.pluralLabel,
      service: KIND_LABELS.service.pluralLabel,
    },
  },
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
  sort: {
    label: 'Sort by',
    choices: { '': ADMIN_SORT_LABELS.name, ...ADMIN_SORT_CHOICES },
  },
} as const
type FilterName = keyof typeof LIST_FILTERS

export const PAGE_SIZE = 50
const PARAM_NAMES = [...Object.keys(LIST_FILTERS), 'category', 'search']

/** Removes search, filters and sort order. */
export const CLEARED_PARAMS = Object.fromEntries(PARAM_NAMES.map((name) => [name, undefined]))

/** The valid filters of the URL as parameters of the request, without the page. */
export function toFilterParams(searchParams: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of PARAM_NAMES) {
    const value = searchParams.get(name)
    const choices = name in LIST_FILTERS ? LIST_FILTERS[name as FilterName].choices : undefined
    if (value && (!choices || value in choices)) params.set(name, value)
  }
  return params
}

/** The query string of the request for one page of the list. */
export function toPageParams(searchParams: URLSearchParams): string {
  const params = toFilterParams(searchParams)
  params.set('limit', String(PAGE_SIZE))
  params.set('offset', String((parsePage(searchParams) - 1) * PAGE_SIZE))
  return params.toString()
}
