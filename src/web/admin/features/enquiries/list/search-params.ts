import { useSearchParams } from 'react-router'
import { getEnquirySortDirections } from '#contracts/catalogue/sort.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { isDue } from '../labels.ts'

export const ENQUIRY_SEARCH = { placeholder: 'Name, company, phone, reference, item' }

const FLAG = ['true'] as const

/** Filters without a field: links of reports have them. */
const LINKED_FILTERS = { from: 'text', to: 'text', answered: ['reply', 'quotation'] } as const
export const LINKED_FILTER_NAMES = Object.keys(LINKED_FILTERS)

const FILTERS = {
  status: ENQUIRY_STATUSES,
  /** An account's id, or 'none' for enquiries without an owner. */
  owner: 'text',
  /** Open enquiries with a follow-up date of today or earlier. */
  due: FLAG,
  /** New enquiries that were received more than 24 hours ago. */
  unanswered: FLAG,
  search: 'text',
  ...LINKED_FILTERS,
} as const

/** The list of enquiries in the URL. Unanswered ones are sorted from the oldest. */
export function useEnquiryList() {
  const [params] = useSearchParams()
  const isUnanswered = params.get('unanswered') === 'true'
  return useList({ filters: FILTERS, sorts: getEnquirySortDirections(isUnanswered) })
}
export type EnquiryList = ReturnType<typeof useEnquiryList>

/**
 * Whether an enquiry of the list still fits its filters by the fields that staff change. The API has applied the age of an
 * unanswered one and the search.
 */
export function fitsFilters(
  enquiry: Pick<Enquiry, 'status' | 'owner' | 'nextActionOn'>,
  filters: {
    status?: string | undefined
    owner?: string | undefined
    due?: string | boolean | undefined
    unanswered?: string | boolean | undefined
  },
): boolean {
  const { status, owner, due, unanswered } = filters
  if (status && enquiry.status !== status) return false
  if (owner && (enquiry.owner?.id ?? 'none') !== owner) return false
  if (unanswered && enquiry.status !== 'new') return false
  return !due || isDue(enquiry)
}
