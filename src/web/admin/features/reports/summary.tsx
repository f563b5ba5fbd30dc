import { Link } from 'react-router'
import { countOf } from '#contracts/format.ts'
import type { QuotationReport } from '#contracts/quotation/report.ts'
import { StatCard } from '#web/ui/panel.tsx'
import { can, useCurrentUser } from '../../session/session.ts'
import { formatHours, toEnquiriesPath } from './figures.ts'
import type { Days } from './periods.ts'

/** How fast enquiries are answered, and how much of what was quoted is won. */
export function Summary({ from, to, firstReply, firstQuotation, winRatePercent }: QuotationReport) {
  return (
    <dl className="grid gap-4 md:grid-cols-3">
      <StatCard
        label="Time to first reply"
        value={formatMedian(firstReply)}
        note={<Median of={firstReply} days={{ from, to }} answered="reply" />}
      />
      <StatCard
        label="Time to quotation"
        value={formatMedian(firstQuotation)}
        note={<Median of={firstQuotation} days={{ from, to }} answered="quotation" />}
      />
      <StatCard
        label="Share won"
        value={winRatePercent === null ? '–' : `${winRatePercent} %`}
        note="By value, in the last 12 months"
      />
    </dl>
  )
}

const formatMedian = ({ medianHours }: QuotationReport['firstReply']) =>
  medianHours === null ? '–' : formatHours(medianHours)

interface MedianProps {
  of: QuotationReport['firstReply']
  days: Days
  answered: 'reply' | 'quotation'
}

/** How many enquiries a median is made of, as a link to their list. */
function Median({ of: { count }, days, answered }: MedianProps) {
  const canRead = can(useCurrentUser(), 'enquiries.read')
  const text = `${countOf(count, 'enquiry')}`
  if (count === 0 || !canRead) return `Median of ${text}`
  return (
    <>
      Median of{' '}
      <Link to={toEnquiriesPath(answered, days)} className="text-link underline">
        {text}
      </Link>
    </>
  )
}
