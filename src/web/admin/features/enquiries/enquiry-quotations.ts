import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QuotationSummary } from '#contracts/quotation/record.ts'
import { getPage } from '#web/lib/api/api.ts'
import { adminApi, can, useCurrentUser } from '../../session/session.ts'

const MAX_LISTED = 200

/** Returns the quotation of each of these enquiries that was changed last, by the id of the enquiry. */
export function useEnquiryQuotations(ids: readonly string[]): ReadonlyMap<string, QuotationSummary> {
  const isPermitted = can(useCurrentUser(), 'quotations.read')
  const params = new URLSearchParams({ enquiries: ids.join(','), order: 'asc', limit: String(MAX_LISTED) })
  const { data } = useQuery({
    queryKey: ['quotations', String(params)],
    queryFn: ({ signal }) => getPage<QuotationSummary>(adminApi, `/api/quotations?${params}`, { signal }),
    enabled: isPermitted && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map(data?.items.map((quotation) => [quotation.enquiry?.id ?? '', quotation]))
}
