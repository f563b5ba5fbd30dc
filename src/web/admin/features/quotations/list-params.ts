import { QUOTATION_STATE_LABELS } from '#contracts/quotation-states.ts'
import { createColumnSort, parseColumnSort } from '../layout/column-sort.ts'
import { parsePage, useListParams } from '../layout/use-list-params.ts'

export const PAGE_SIZE = 50

/** The choices of the filter by state, in the order of the work. */
export const STATE_FILTER_LABELS = {
  open: 'Open',
  draft: QUOTATION_STATE_LABELS.draft,
  'awaiting-approval': QUOTATION_STATE_LABELS['awaiting-approval'],
  sent: 'Sent and valid',
  expired: 'Expired',
  accepted: QUOTATION_STATE_LABELS.accepted,
  declined: QUOTATION_STATE_LABELS.declined,
  withdrawn: QUOTATION_STATE_LABELS.withdrawn,
  pending: 'Sent and not decided',
  lost: 'Lost',
  quoted: 'Ever sent',
} as const
type StateFilter = keyof typeof STATE_FILTER_LABELS
export const STATE_FILTERS = Object.keys(STATE_FILTER_LABELS) as StateFilter[]

/** The columns by which the list can be sorted, with the direction of the first click. */
const SORT_DIRECTIONS = {
  updated: 'desc',
  number: 'desc',
  buyer: 'asc',
  total: 'desc',
  validUntil: 'asc',
  issued: 'desc',
} as const
export const SORT_LABELS: Record<keyof typeof SORT_DIRECTIONS, string> = {
  updated: 'Changed',
  number: 'Number',
  buyer: 'Buyer',
  total: 'Total',
  validUntil: 'Valid until',
  issued: 'Sent',
}

/** The filters, order and page in the URL. Filters without a field, such as `customer` and `item`, come from links. */
export function useQuotationFilters() {
  const [params, change] = useListParams()
  const sorting = parseColumnSort(params, SORT_DIRECTIONS)
  const filters = {
    state: STATE_FILTERS.find((state) => state === params.get('state')),
    owner: params.get('owner')?.slice(0, 100) || undefined,
    search: (params.get('search') ?? '').slice(0, 200),
    customer: params.get('customer') ?? undefined,
    enquiry: params.get('enquiry') ?? undefined,
    item: params.get('item') ?? undefined,
    reason: params.get('reason') ?? undefined,
    from: params.get('from') ?? undefined,
    to: params.get('to') ?? undefined,
    forecastMonth: params.get('forecastMonth') ?? undefined,
  }
  const page = parsePage(params)
  const given = Object.entries(filters).filter(
    // An empty reason stands for quotations without one.
    (entry): entry is [string, string] => Boolean(entry[1]) || (entry[0] === 'reason' && entry[1] === ''),
  )
  const query = new URLSearchParams({
    ...Object.fromEntries(given),
    ...sorting,
    limit: String(PAGE_SIZE),
    offset: String((page - 1) * PAGE_SIZE),
  })
  return {
    filters,
    ...sorting,
    page,
    change,
    /** The filters alone, for the export. */
    filterQuery: String(new URLSearchParams(given)),
    isFiltered: given.length > 0 || page > 1,
    /** The parameters of the API. */
    query: String(query),
    sortBy: createColumnSort(params, change, SORT_DIRECTIONS),
  }
}
export type QuotationFilters = ReturnType<typeof useQuotationFilters>
