import { useSearchParams } from 'react-router'
import type { EnquiryStatus } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'

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
  const [params, setParams] = useSearchParams()
  const setFilters = (changes: FilterChanges, replace = false) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (!('page' in changes)) next.delete('page')
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace },
    )
  return { filters: parseEnquiryFilters(params), change: setFilters }
}

function parseEnquiryFilters(params: URLSearchParams): EnquiryFilters {
  const page = Number(params.get('page'))
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'table',
    status: ENQUIRY_STATUSES.find((status) => status === params.get('status')),
    owner: params.get('owner')?.slice(0, 100) || undefined,
    due: params.get('due') === 'true',
    search: (params.get('search') ?? '').slice(0, 200),
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
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
