import { useQuery } from '@tanstack/react-query'
import { FilePlus2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { isClosed } from '#contracts/enquiry/status.ts'
import { formatDate } from '#contracts/format.ts'
import type { QuotationSummary } from '#contracts/quotation/record.ts'
import { can, useCurrentUser } from '#web/admin/session/session.ts'
import { toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { formatAmount } from '../format.ts'
import { StateBadges } from '../record/state-badges.tsx'
import { quotationsQuery } from '../requests.ts'

const MAX_LISTED = 200

/** The quotations of a customer, the newest first; undefined while they are not known. */
export function useQuotationsOf(customer: string): QuotationSummary[] | undefined {
  const isPermitted = can(useCurrentUser(), 'quotations.read')
  const { data } = useQuery({
    ...quotationsQuery(String(new URLSearchParams({ customer, limit: String(MAX_LISTED) }))),
    enabled: isPermitted && customer !== '',
  })
  return data?.items
}

/** Quotations in the order of the list. */
export function QuotationLinks({ quotations }: { quotations: QuotationSummary[] }) {
  return (
    <ul aria-label="Quotations" className="grid rounded-md border border-line">
      {quotations.map((quotation) => (
        <li
          key={quotation.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-3 py-1.5 first:border-t-0"
        >
          <Link
            to={toQuotationPath(quotation.id)}
            className="min-h-6 font-semibold text-link hover:underline"
          >
            {quotation.number ?? 'Draft'}
          </Link>
          <StateBadges quotation={quotation} />
          <span className="text-muted text-sm">{formatDate(quotation.updatedAt)}</span>
          <span className="ml-auto font-semibold tabular-nums">
            {formatAmount(quotation.totalInCurrency, quotation.currency)}
          </span>
        </li>
      ))}
    </ul>
  )
}

type QuotationSource = { enquiry: string } | { customer: string }

/** Opens a new quotation for an enquiry or a customer. */
export function PrepareQuotation({ source }: { source: QuotationSource }) {
  if (!can(useCurrentUser(), 'quotations.edit')) return null
  return (
    <Link to={toQuotationPath('new', source)} className={buttonClass('outline', 'sm')}>
      <FilePlus2 aria-hidden="true" size={17} /> Prepare quotation
    </Link>
  )
}

/** What the quotation for a customer begins with: the only open enquiry with its items, or else the customer. */
export function getSource({
  id,
  enquiries,
}: {
  id: string
  enquiries: Pick<Enquiry, 'id' | 'status'>[]
}): QuotationSource {
  const open = enquiries.filter(({ status }) => !isClosed(status))
  return open.length === 1 ? { enquiry: open[0]!.id } : { customer: id }
}
