import type { QuotationReport } from '#contracts/quotation-report.ts'
import { formatCount } from '#web/lib/format.ts'
import { StatCard } from '#web/ui/panel.tsx'
import { formatHours } from './figures.ts'

/** How fast enquiries are answered, and how much of what was quoted is won. */
export function Summary({ firstReply, firstQuotation, winRatePercent }: QuotationReport) {
  return (
    <dl className="grid gap-4 md:grid-cols-3">
      <StatCard
        label="Time to first reply"
        value={formatMedian(firstReply)}
        note={`Median of ${countEnquiries(firstReply.count)}`}
      />
      <StatCard
        label="Time to quotation"
        value={formatMedian(firstQuotation)}
        note={`Median of ${countEnquiries(firstQuotation.count)}`}
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

const countEnquiries = (count: number) => `${formatCount(count)} ${count === 1 ? 'enquiry' : 'enquiries'}`
