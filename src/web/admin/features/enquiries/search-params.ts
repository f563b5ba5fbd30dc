import type { EnquiryStatus } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { parsePage, useListParams } from '../layout/use-list-params.ts'

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
  /** New enquiries that were received more than 24 hours ago, the oldest first. */
  unanswered: boolean
  search: string
  /** From 1. */
  page: number
}
type FilterChanges = Partial<Record<keyof EnquiryFilters, string | undefined>>

/** The filters in the URL, and a function that changes some of them and returns to the first page. */
export function useEnquiryFilters() {
  const [params, changeParams] = useListParams()
  const change: (changes: FilterChanges) => void = changeParams
  return { filters: parseEnquiryFilters(params), change }
}

function parseEnquiryFilters(params: URLSearchParams): EnquiryFilters {
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'table',
    status: ENQUIRY_STATUSES.find((status) => status === params.get('status')),
    owner: params.get('owner')?.slice(0, 100) || undefined,
    due: params.get('due') === 'true',
    unanswered: params.get('unanswered') === 'true',
    search: (params.get('search') ?? '').slice(0, 200),
    page: parsePage(params),
  }
}

/** The query parameters of the API for lists and for the export. */
export function toFilterQuery(filters: Omit<EnquiryFilters, 'view' | 'page'>): string {
  const { status, owner, due, unanswered, search } = filters
  return String(
    new URLSearchParams({
      ...(status && { status }),
      ...(owner && { owner }),
      ...(due && { due: 'true' }),
      ...(unanswered && { unanswered: 'true' }),
      ...(search && { search }),
    }),
  )
}

export const toPageQuery = (filter: string, page: number) =>
  `${filter}${filter && '&'}limit=${PAGE_SIZE}&offset=${(page - 1) * PAGE_SIZE}`
