import { Fragment } from 'react'
import { countOf } from '#contracts/format.ts'
import { GST_STATES } from '#contracts/gst/states.ts'
import type { DraftLine } from '#contracts/quotation/quotation.ts'
import type { Quotation } from '#contracts/quotation/record.ts'
import { listTerms } from '#contracts/quotation/terms.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatExactAmount } from '../format.ts'

/** A quotation that is not edited: buyer, lines and terms. */
export function DocumentView({ quotation }: { quotation: Quotation }) {
  const { subject, customerReference, placeOfSupply, discountPercent, owner } = quotation
  const details = [
    ['Subject', subject],
    ["Buyer's reference", customerReference],
    ['Place of supply', placeOfSupply ? GST_STATES[placeOfSupply] : ''],
    ['Discount on all lines', discountPercent > 0 ? `${discountPercent} %` : ''],
    ['In charge', owner?.name ?? ''],
  ]
  return (
    <div className="grid min-w-0 content-start gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Panel title="Buyer">
          <Buyer quotation={quotation} />
        </Panel>
        <Panel title="Details">
          <dl className="grid gap-1">
            {details
              .filter(([, text]) => text)
              .map(([label, text]) => (
                <div key={label} className="flex flex-wrap gap-x-2">
                  <dt className="text-muted">{label}</dt>
                  <dd className="wrap-anywhere">{text}</dd>
                </div>
              ))}
          </dl>
        </Panel>
      </div>
      <Lines quotation={quotation} />
      <Terms quotation={quotation} />
    </div>
  )
}

function Buyer({ quotation: { buyer } }: { quotation: Quotation }) {
  const { company, name, position, gstin, email, phone, billingAddress, deliveryAddress } = buyer ?? {}
  const person = [name, position].filter(Boolean).join(', ')
  const texts = [company, person, billingAddress, gstin && `GSTIN ${gstin}`, phone, email]
  return (
    <div className="grid gap-1">
      {texts.filter(Boolean).map((text, index) => (
        <p key={text} className={`wrap-anywhere whitespace-pre-line ${index === 0 ? 'font-semibold' : ''}`}>
          {text}
        </p>
      ))}
      {deliveryAddress && (
        <p className="wrap-anywhere mt-1 whitespace-pre-line">
          <span className="block text-muted">Delivery to</span>
          {deliveryAddress}
        </p>
      )}
    </div>
  )
}

function Lines({ quotation }: { quotation: Quotation }) {
  const { lines, amounts, order, currency } = quotation
  const ordered = order && new Map(order.lines.map((key, index) => [key, order.amounts.lines[index]]))
  return (
    <Panel title={countOf(lines.length, 'line')}>
      <ol>
        {lines.map((line, index) => (
          <Fragment key={line.key}>
            {line.group && line.group !== lines[index - 1]?.group && (
              <li className="border-line border-t bg-surface-grey px-2 py-1.5 font-head font-semibold first:border-t-0">
                {line.group}
              </li>
            )}
            <Line
              line={line}
              number={index + 1}
              alternativeTo={lines.findIndex(({ key }) => key === line.alternativeTo) + 1}
              isOrdered={ordered?.has(line.key ?? '')}
              amount={(ordered?.get(line.key ?? '') ?? amounts?.lines[index])?.netInCurrency ?? null}
              currency={currency}
            />
          </Fragment>
        ))}
      </ol>
    </Panel>
  )
}

interface LineProps {
  line: DraftLine
  number: number
  /** The number of the line that it can replace; 0 for none. */
  alternativeTo: number
  /** Undefined unless the quotation was accepted. */
  isOrdered: boolean | undefined
  /** Null while it is not known. */
  amount: number | null
  currency: Quotation['currency']
}

function Line({ line, number, alternativeTo, isOrdered, amount, currency }: LineProps) {
  const [title, ...text] = line.description.split('\n')
  const facts = [
    line.code,
    `${line.quantity ?? '–'} ${line.unit ?? ''} × ${formatExactAmount(line.unitPrice, currency)}`,
    line.discountPercent > 0 && `less ${line.discountPercent} %`,
    line.gstRate !== null && `GST ${line.gstRate} %`,
    line.hsn && `HSN ${line.hsn}`,
  ]
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 border-line border-t py-2.5 first:border-t-0">
      <span className="text-muted tabular-nums">{number}</span>
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          {title} {line.optional && <Badge>{describeOption(alternativeTo, isOrdered)}</Badge>}
          {isOrdered === false && <Badge>Not ordered</Badge>}
        </p>
        {text.length > 0 && <p className="wrap-anywhere whitespace-pre-line">{text.join('\n')}</p>}
        <p className="wrap-anywhere text-muted text-sm tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        {line.specifications.length > 0 && (
          <p className="wrap-anywhere text-muted text-sm">
            {line.specifications.map((pair) => pair.join(': ')).join(' · ')}
          </p>
        )}
      </div>
      <span
        className={`tabular-nums ${isOrdered === false ? 'text-muted line-through' : (isOrdered ?? !line.optional) ? 'font-semibold' : 'text-muted'}`}
      >
        {formatExactAmount(amount, currency)}
      </span>
    </li>
  )
}

function describeOption(alternativeTo: number, isChosen = false): string {
  if (alternativeTo > 0) return `${isChosen ? 'Chosen alternative' : 'Alternative'} to line ${alternativeTo}`
  return isChosen ? 'Chosen option' : 'Optional'
}

function Terms({ quotation: { terms } }: { quotation: Quotation }) {
  const blocks = listTerms(terms)
  if (blocks.length === 0) return null
  return (
    <Panel title="Terms">
      <dl className="grid gap-3 md:grid-cols-2">
        {blocks.map(([heading, text]) => (
          <div key={heading}>
            <dt className="font-head font-medium text-label">{heading}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
