import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDateTime, formatDay } from '#contracts/format.ts'
import type {
  Acceptance,
  IssueDifference,
  Quotation,
  QuotationEvent,
  QuotationIssue,
} from '#contracts/quotation/record.ts'
import { getEventIssueLabel, getIssueLabel, QUOTATION_EVENT_LABELS } from '#contracts/quotation/states.ts'
import { can, useCurrentUser } from '#web/admin/session/session.ts'
import { Delivery } from '#web/admin/shell/email.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatAmount } from '../format.ts'
import { issueQuery, toPdfPath } from '../requests.ts'
import { PurchaseOrderForm } from './purchase-order-form.tsx'

/** What was sent: R1, R2 and so on with their totals, documents and differences. */
export function IssuesPanel({ quotation }: { quotation: Quotation }) {
  if (quotation.issues.length === 0) return null
  return (
    <Panel title="Sent">
      <ol className="grid gap-2">
        {quotation.issues.map((issue) => (
          <Issue key={issue.issueNo} id={quotation.id} issue={issue} currency={quotation.currency} />
        ))}
      </ol>
    </Panel>
  )
}

interface IssueProps {
  /** Of the quotation. */
  id: string
  issue: QuotationIssue
  currency: Quotation['currency']
}

function Issue({ id, issue, currency }: IssueProps) {
  const { issueNo, label, issuedAt, by, validUntil, totalInCurrency } = issue
  const [isOpen, setOpen] = useState(false)
  const differencesId = useId()
  return (
    <li className="border-line border-t pt-2 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="font-head">{label}</strong>
        <span className="font-semibold tabular-nums">{formatAmount(totalInCurrency, currency)}</span>
      </div>
      <p className="text-muted text-sm">
        {`${formatDateTime(issuedAt)}, ${by}. Valid until ${formatDay(validUntil)}.`}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm">
        <a
          href={toPdfPath(id, { issue: String(issueNo) })}
          target="_blank"
          rel="noreferrer"
          className="py-0.5 text-link underline"
        >
          {`PDF of ${label}`}
        </a>
        {issueNo > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? differencesId : undefined}
            onClick={() => setOpen(!isOpen)}
            className="py-0.5 text-link underline"
          >
            {`Differences from ${getIssueLabel(issueNo - 1)}`}
          </button>
        )}
      </p>
      {isOpen && <Differences elementId={differencesId} id={id} issueNo={issueNo} />}
    </li>
  )
}

function Differences({ elementId, id, issueNo }: { elementId: string; id: string; issueNo: number }) {
  const { data, error } = useQuery(issueQuery(id, issueNo))
  if (error)
    return (
      <p id={elementId} role="alert" className="text-danger text-sm">
        {`The differences could not be loaded: ${error.message}`}
      </p>
    )
  if (!data)
    return (
      <p id={elementId} className="text-muted text-sm">
        Loading...
      </p>
    )
  if (data.differences.length === 0)
    return (
      <p id={elementId} className="text-muted text-sm">
        The content is the same.
      </p>
    )
  return (
    <ul id={elementId} className="mt-1 grid gap-1 border-line border-l-2 pl-3 text-sm">
      {data.differences.map((difference) => (
        <li key={`${difference.part} ${difference.kind} ${difference.subject}`} className="wrap-anywhere">
          {describeDifference(difference)}
        </li>
      ))}
    </ul>
  )
}

function describeDifference({ kind, subject, changes }: IssueDifference): string {
  if (kind === 'added') return `Added: ${subject}`
  if (kind === 'removed') return `Removed: ${subject}`
  const texts = changes.map(({ label, before, after }) =>
    [label, `${before || 'none'} → ${after || 'none'}`].filter(Boolean).join(' '),
  )
  return `${subject}: ${texts.join('; ')}`
}

/** What the customer stated with the acceptance. */
export function AcceptancePanel({ quotation, acceptance }: { quotation: Quotation; acceptance: Acceptance }) {
  const { id, lines, currency } = quotation
  const { name, position, purchaseOrder, file, totalInCurrency } = acceptance
  const canEdit = can(useCurrentUser(), 'quotations.edit')
  const chosen = lines.filter(({ key }) => key && acceptance.chosen.includes(key))
  const details = [
    ['By', [name, position].filter(Boolean).join(', ')],
    ['Purchase order', purchaseOrder],
    ['Chosen options', chosen.map(({ description }) => description.split('\n')[0]).join(', ')],
    ['Total', formatAmount(totalInCurrency, currency)],
  ].filter(([, text]) => text)
  return (
    <Panel title="Acceptance">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {details.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
        {file && (
          <>
            <dt className="text-muted">File</dt>
            <dd>
              <a
                href={`/api/quotations/${encodeURIComponent(id)}/attachments/${encodeURIComponent(file.id)}`}
                download={file.name}
                className="wrap-anywhere py-0.5 text-link underline"
              >
                {file.name}
              </a>
            </dd>
          </>
        )}
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-4">
        {(['order-confirmation', 'proforma'] as const).map((kind) => (
          <a
            key={kind}
            href={toPdfPath(id, { kind })}
            target="_blank"
            rel="noreferrer"
            className="py-0.5 text-link underline"
          >
            {kind === 'proforma' ? 'Proforma invoice' : 'Order confirmation'}
          </a>
        ))}
      </p>
      {canEdit && !(purchaseOrder && file) && <PurchaseOrderForm id={id} acceptance={acceptance} />}
    </Panel>
  )
}

/** What happened to the quotation, the newest first. */
export function TimelinePanel({ events }: { events: QuotationEvent[] }) {
  return (
    <Panel title="Activity">
      <ol aria-label="Activity">
        {events.map((event) => (
          <li key={event.id} className="border-line border-t py-2.5 first:border-t-0 first:pt-0">
            <p className="font-semibold">
              {QUOTATION_EVENT_LABELS[event.kind]}
              <span className="ml-1.5 font-normal text-muted text-sm">
                {getEventIssueLabel(event.kind, event.issueNo)}
              </span>
            </p>
            <p className="text-muted text-sm">
              {[formatDateTime(event.at), event.by].filter(Boolean).join(', ')}
            </p>
            {event.email && <Delivery email={event.email} />}
            {event.text && event.text !== getIssueLabel(event.issueNo) && (
              <p className="wrap-anywhere mt-0.5 whitespace-pre-line">{event.text}</p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
