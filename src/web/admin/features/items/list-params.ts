import { ITEM_STATE_LABELS } from '#contracts/item-state.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { ADMIN_SORT_LABELS } from '#contracts/sort.ts'
import { parsePage } from '../layout/use-list-params.ts'

const { name: _, ...ADMIN_SORT_CHOICES } = ADMIN_SORT_LABELS

/** What the address of the staff's list may say, each with the words of its choices; '' is the first choice. */
export const LIST_FILTERS = {
  kind: {
    label: 'Kind',
    choices: {
      '': 'Every kind',
      machine: KIND_LABELS.machine.pluralLabel,
      spare: KIND_LABELS.spare.pluralLabel,
      service: KIND_LABELS.service.pluralLabel,
    },
  },
  state: {
    label: 'State',
    choices: { '': 'Not archived', ...ITEM_STATE_LABELS },
  },
  featured: {
    label: 'Featured',
    choices: { '': 'Featured or not', true: 'Featured', false: 'Not featured' },
  },
  missing: {
    label: 'Lacking',
    choices: {
      '': 'Lacking or not',
      picture: 'Without picture',
      price: 'Without price',
      specifications: 'Without two specifications',
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

/** The filters of the address as the call of the list takes them, without the page. */
export function toFilterParams(searchParams: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const name of PARAM_NAMES) {
    const value = searchParams.get(name)
    const choices = name in LIST_FILTERS ? LIST_FILTERS[name as FilterName].choices : undefined
    if (value && (!choices || value in choices)) parameters.set(name, value)
  }
  return parameters
}

/** The call of one page of the list. */
export function toPageParams(searchParams: URLSearchParams): string {
  const parameters = toFilterParams(searchParams)
  parameters.set('limit', String(PAGE_SIZE))
  parameters.set('offset', String((parsePage(searchParams) - 1) * PAGE_SIZE))
  return parameters.toString()
}
