import type { EnquiryStatus } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { parsePage, useListParams } from '../layout/use-list-params.ts'

export const PAGE_SIZE = 50
const VIEWS = ['table', 'board', 'people'] as const
type View = (typeof VIEWS)[number]

/** What the address of the screen asks for. */
export interface EnquiryFilters {
  view: View
  status: EnquiryStatus | undefined
  /** An account's id, or 'none'. */
  owner: string | undefined
  due: boolean
  search: string
  /** From 1. */
  page: number
}
type FilterChanges = Partial<Record<keyof EnquiryFilters, string | undefined>>

/** The address owns view, filters, search and page; another filter leads back to the first page. */
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
    search: (params.get('search') ?? '').slice(0, 200),
    page: parsePage(params),
  }
}

/** The filters as the API reads them, for lists and export alike. */
export function toFilterQuery({ status, owner, due, search }: Omit<EnquiryFilters, 'view' | 'page'>): string {
  return String(
    new URLSearchParams({
      ...(status && { status }),
      ...(owner && { owner }),
      ...(due && { due: 'true' }),
      ...(search && { search }),
    }),
  )
}

export const toPageQuery = (filter: string, page: number) =>
  `${filter}${filter && '&'}limit=${PAGE_SIZE}&offset=${(page - 1) * PAGE_SIZE}`
