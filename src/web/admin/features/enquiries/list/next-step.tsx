import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { getNextStep, type NextStep } from '../labels.ts'

const DATE_STATE_LABELS: Record<NonNullable<NextStep['dateState']>, string> = {
  overdue: 'overdue',
  today: 'today',
  planned: 'planned',
  none: 'no date',
}

/** What has to be done for an enquiry, and whether its follow-up date has come: 'Reply, overdue'. */
export function NextStepText({ enquiry }: { enquiry: Enquiry }) {
  const { action, dateState } = getNextStep(enquiry)
  if (!action || !dateState) return <span className="text-muted">Closed</span>
  const isDue = dateState === 'overdue' || dateState === 'today'
  return (
    <>
      <span className="font-semibold">{action}</span>
      <span className={isDue ? 'font-semibold text-danger' : 'text-muted'}>
        {`, ${DATE_STATE_LABELS[dateState]}`}
      </span>
    </>
  )
}
