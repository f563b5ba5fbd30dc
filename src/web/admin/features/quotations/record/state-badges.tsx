import { formatDateTime } from '#contracts/format.ts'
import type { QuotationSummary } from '#contracts/quotation/record.ts'
import { getIssueLabel, QUOTATION_STATE_LABELS } from '#contracts/quotation/states.ts'

const STATE_TONES: Record<QuotationSummary['state'], string> = {
  draft: 'bg-surface-sunken text-ink',
  'awaiting-approval': 'bg-warning-soft text-warning',
  sent: 'bg-machine-soft text-machine',
  accepted: 'bg-success-soft text-success',
  declined: 'bg-danger-soft text-danger',
  withdrawn: 'bg-surface-sunken text-muted',
}

type BadgeData = Pick<
  QuotationSummary,
  'state' | 'isExpired' | 'viewedAt' | 'issueCount' | 'isConfirmed' | 'number'
>

/** The state of a quotation, and what follows from dates and events: expired, opened by the customer, confirmed. */
export function StateBadges({ quotation }: { quotation: BadgeData }) {
  const { state, isExpired, viewedAt, issueCount, isConfirmed } = quotation
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isExpired ? (
        <span className="badge bg-warning-soft text-warning">Expired</span>
      ) : (
        <span className={`badge ${STATE_TONES[state]}`}>{QUOTATION_STATE_LABELS[state]}</span>
      )}
      {state === 'draft' && issueCount > 0 && (
        <span className="badge bg-surface-sunken text-ink">{`Revision ${getIssueLabel(issueCount + 1)}`}</span>
      )}
      {state === 'sent' && viewedAt && (
        <span className="badge bg-success-soft text-success" title={formatDateTime(viewedAt)}>
          Viewed
        </span>
      )}
      {isConfirmed && <span className="badge bg-marine text-on-dark">Order confirmed</span>}
    </span>
  )
}
