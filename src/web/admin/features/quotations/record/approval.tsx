import { getLineDiscount } from '#contracts/quotation/discount.ts'
import type { Quotation } from '#contracts/quotation/record.ts'
import { Panel } from '#web/ui/panel.tsx'

const MAX_SHOWN_LINES = 8

/** What an approval is about: the limit of the settings, the largest discount, and the lines above the limit. */
export function ApprovalFacts({ quotation }: { quotation: Quotation }) {
  const { approval, lines, discountPercent, currency } = quotation
  const { maxDiscountPercent, limitPercent, rupeesPerUnit } = approval
  if (limitPercent === null) return null
  const terms = { discountPercent, exchangeRate: rupeesPerUnit ?? undefined }
  const above = lines
    .map((line, index) => ({
      label: `Line ${index + 1}, ${line.description.split('\n')[0]}`,
      percent: getLineDiscount(line, terms) / 100,
    }))
    .filter(({ percent }) => percent > limitPercent)
  const isCombined = discountPercent > 0 && lines.some(({ discountPercent: ofLine }) => ofLine > 0)
  const rest = above.length - MAX_SHOWN_LINES
  return (
    <div className="grid gap-1">
      <p>
        {`The limit of the settings is ${limitPercent} %. The largest discount is ${maxDiscountPercent} %`}
        {isCombined ? `, together with the ${discountPercent} % on all lines.` : '.'}
        {' A price below the list price counts as a discount.'}
        {currency === 'USD' &&
          rupeesPerUnit !== null &&
          ` A dollar counts as ${rupeesPerUnit} rupees, the lower one of the rate of this quotation and that of the settings.`}
      </p>
      <ul aria-label="Lines above the limit" className="grid gap-0.5 text-sm">
        {above.slice(0, MAX_SHOWN_LINES).map(({ label, percent }) => (
          <li key={label} className="flex justify-between gap-3">
            <span className="wrap-anywhere min-w-0">{label}</span>
            <strong className="whitespace-nowrap tabular-nums">{`${percent} %`}</strong>
          </li>
        ))}
        {rest > 0 && <li>{rest === 1 ? 'and 1 more line' : `and ${rest} more lines`}</li>}
      </ul>
    </div>
  )
}

export const APPROVAL_ENDS =
  'An approval ends when a quantity, price, discount, charge or the exchange rate changes, or a line is added or removed.'

/** Whether the discounts of a quotation that is not sent need approval, wait for it or have it. */
export function ApprovalPanel({ quotation }: { quotation: Quotation }) {
  const { state, approval, events } = quotation
  const isAbove = approval.limitPercent !== null && approval.maxDiscountPercent > approval.limitPercent
  if (!isAbove || (state !== 'draft' && state !== 'awaiting-approval')) return null
  const request = events.find(({ kind }) => kind === 'approval-requested')
  return (
    <Panel title="Approval of the discount">
      <div className="grid gap-2">
        {state === 'awaiting-approval' ? (
          <p>{`${request?.by || 'A colleague'} has asked for approval: ${request?.text || 'no reason stated'}`}</p>
        ) : (
          <p>{approval.isRequired ? 'Needed before the quotation is sent.' : 'The discount is approved.'}</p>
        )}
        <ApprovalFacts quotation={quotation} />
        <p className="text-muted text-sm">{APPROVAL_ENDS}</p>
      </div>
    </Panel>
  )
}
