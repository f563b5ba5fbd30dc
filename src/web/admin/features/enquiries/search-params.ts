import type { Enquiry, EnquiryStatus } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import {
  CUSTOMER_SORT_DIRECTIONS,
  type EnquirySort,
  getEnquirySortDirections,
  type SortDirection,
} from '#contracts/sort.ts'
import { createColumnSort, parseColumnSort } from '../layout/column-sort.ts'
import { parsePage, useListParams } from '../layout/use-list-params.ts'
import { isDue } from './labels.ts'

export const PAGE_SIZE = 50

const VIEWS = ['table', 'board', 'people'] as const
type View = (typeof VIEWS)[number]

/** The view, filters, search and page in the URL of the screen. */
export interface EnquiryFilters {
  view: View
  status: EnquiryStatus | undefined
  /** An account's id, or 'none' for enquiries without an owner. */
  owner: string | undefined
  /** Open enquiries with a follow-up date of today or earlier. */
  due: boolean
  /** New enquiries that were received more than 24 hours ago. */
  unanswered: boolean
  /** Days of receipt and the kind of answer: links of reports have them. */
  from: string | undefined
  to: string | undefined
  answered: 'reply' | 'quotation' | undefined
  search: string
  sort: EnquirySort
  order: SortDirection
  /** From 1. */
  page: number
}
type FilterChanges = Partial<Record<keyof EnquiryFilters, string | undefined>>

/**
 * The filters in the URL, a function that changes some of them and returns to the first page, and one that makes a column
 * sortable.
 */
export function useEnquiryFilters() {
  const [params, changeParams] = useListParams()
  const change: (changes: FilterChanges) => void = changeParams
  const filters = parseEnquiryFilters(params)
  const sortBy = createColumnSort(params, changeParams, getEnquirySortDirections(filters.unanswered))
  return { filters, change, sortBy }
}

/** The order of the customers in the URL, a function that changes it, and one that makes a column sortable. */
export function useCustomerSort() {
  const [params, changeParams] = useListParams()
  return {
    ...parseColumnSort(params, CUSTOMER_SORT_DIRECTIONS),
    change: changeParams,
    sortBy: createColumnSort(params, changeParams, CUSTOMER_SORT_DIRECTIONS),
  }
}

function parseEnquiryFilters(params: URLSearchParams): EnquiryFilters {
  const unanswered = params.get('unanswered') === 'true'
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'table',
    status: ENQUIRY_STATUSES.find((status) => status === params.get('status')),
    owner: params.get('owner')?.slice(0, 100) || undefined,
    due: params.get('due') === 'true',
    unanswered,
    from: params.get('from') || undefined,
    to: params.get('to') || undefined,
    answered: (['reply', 'quotation'] as const).find((answered) => answered === params.get('answered')),
    search: (params.get('search') ?? '').slice(0, 200),
    ...parseColumnSort(params, getEnquirySortDirections(unanswered)),
    page: parsePage(params),
  }
}

/**
 * Whether an enquiry of the list still fits its filters by the fields that staff change. The API has applied the age of an
 * unanswered one and the search.
 */
export function fitsFilters(
  enquiry: Pick<Enquiry, 'status' | 'owner' | 'nextActionOn'>,
  { status, owner, due, unanswered }: Pick<EnquiryFilters, 'status' | 'owner' | 'due' | 'unanswered'>,
): boolean {
  if (status && enquiry.status !== status) return false
  if (owner && (enquiry.owner?.id ?? 'none') !== owner) return false
  if (unanswered && enquiry.status !== 'new') return false
  return !due || isDue(enquiry)
}

/** The query parameters of the API for lists and for the export. */
export function toFilterQuery(
  filters: Pick<EnquiryFilters, 'status' | 'owner' | 'due' | 'unanswered' | 'search'> &
    Partial<Pick<EnquiryFilters, 'from' | 'to' | 'answered'>>,
): string {
  const { status, owner, due, unanswered, from, to, answered, search } = filters
  return String(
    new URLSearchParams({
      ...(status && { status }),
      ...(owner && { owner }),
      ...(due && { due: 'true' }),
      ...(unanswered && { unanswered: 'true' }),
      ...(from && { from }),
      ...(to && { to }),
      ...(answered && { answered }),
      ...(search && { search }),
    }),
  )
}

export const toPageQuery = (filter: string, page: number) =>
  `${filter}${filter && '&'}limit=${PAGE_SIZE}&offset=${(page - 1) * PAGE_SIZE}`
