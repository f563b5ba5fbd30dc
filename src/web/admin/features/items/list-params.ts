/** What the address of the staff's list may say, each with the words of its choices; '' is the first choice. */
export const LIST_FILTERS = {
  kind: {
    label: 'Kind',
    choices: { '': 'Every kind', machine: 'Machines', spare: 'Spare parts', service: 'Services' },
  },
  state: {
    label: 'State',
    choices: { '': 'Not archived', published: 'Published', draft: 'Drafts', archived: 'Archived' },
  },
  featured: {
    label: 'Featured',
    choices: { '': 'Featured or not', true: 'Featured', false: 'Not featured' },
  },
  lacking: {
    label: 'Lacking',
    choices: {
      '': 'Lacking or not',
      picture: 'Without picture',
      price: 'Without price',
      specifications: 'Without two specifications',
    },
  },
  sort: {
    label: 'Order',
    choices: { '': 'By name', changed: 'Last changed first', price: 'By price', category: 'By category' },
  },
} as const
type FilterName = keyof typeof LIST_FILTERS

export const PAGE_SIZE = 50
const PARAM_NAMES = [...Object.keys(LIST_FILTERS), 'category', 'search']

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

/** The page of the address, from 1 on. */
export function parsePage(searchParams: URLSearchParams): number {
  const page = Number(searchParams.get('page'))
  return Number.isInteger(page) && page > 1 ? page : 1
}

/** The call of one page of the list. */
export function toPageParams(searchParams: URLSearchParams): string {
  const parameters = toFilterParams(searchParams)
  parameters.set('limit', String(PAGE_SIZE))
  parameters.set('offset', String((parsePage(searchParams) - 1) * PAGE_SIZE))
  return parameters.toString()
}
