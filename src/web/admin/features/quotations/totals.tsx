import type { ReactNode } from 'react'
import { GST_STATES } from '#contracts/gst-states.ts'
import type { QuotationAmounts } from '#contracts/quotation.ts'
import { CHARGE_LABELS } from '#contracts/quotation-limits.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { formatMoney } from './format.ts'

const SUPPLY_TEXTS = {
  'intra-state': 'Within the state: CGST and SGST',
  'inter-state': 'To another state: IGST',
  export: 'Export under a letter of undertaking: no tax',
} as const

/** The totals with their taxes, as the server has calculated them, and the summary by HSN code. */
export function TotalsPanel({
  amounts,
  isCalculating = false,
  isOutdated = false,
  children,
}: {
  amounts: QuotationAmounts | undefined
  isCalculating?: boolean
  /** Whether they are those before the last changes. */
  isOutdated?: boolean
  /** What stands above them. */
  children?: ReactNode
}) {
  if (!amounts)
    return (
      <Panel title="Totals">
        {children}
        <p className="text-muted">
          {isCalculating ? 'Calculating...' : 'There are no totals while something is missing.'}
        </p>
      </Panel>
    )
  const { totals, supply, placeOfSupply, currency, totalInCurrency, exchangeRate, notes } = amounts
  return (
    <Panel title="Totals">
      {children}
      <p className="mb-3 text-muted text-sm">{`${GST_STATES[placeOfSupply]}. ${SUPPLY_TEXTS[supply]}.`}</p>
      {isOutdated && (
        <p className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          Without the last changes, which are not complete yet.
        </p>
      )}
      <dl aria-busy={isCalculating || isOutdated} className="grid gap-1 tabular-nums aria-busy:opacity-60">
        {amounts.charges.map(({ name, taxable }) => (
          <Row key={name} label={CHARGE_LABELS[name]} isMinor>
            {formatMoney(taxable, 'INR')}
          </Row>
        ))}
        <Row label="Taxable value">{formatMoney(totals.taxable, 'INR')}</Row>
        {supply === 'intra-state' && (
          <>
            <Row label="CGST">{formatMoney(totals.cgst, 'INR')}</Row>
            <Row label="SGST">{formatMoney(totals.sgst, 'INR')}</Row>
          </>
        )}
        {supply === 'inter-state' && <Row label="IGST">{formatMoney(totals.igst, 'INR')}</Row>}
        <Row label="Round-off">{formatMoney(totals.roundOff, 'INR')}</Row>
        <div className="mt-1 flex items-baseline justify-between gap-4 border-line-strong border-t pt-2">
          <dt className="font-head font-semibold text-control">Total</dt>
          <dd className="font-head font-semibold text-h4">{formatMoney(totals.total, 'INR')}</dd>
        </div>
        {currency === 'USD' && (
          <Row label={`In US dollars at ${exchangeRate}`}>{formatMoney(totalInCurrency, currency)}</Row>
        )}
      </dl>
      {amounts.hsnSummary.length > 0 && <HsnSummary amounts={amounts} />}
      {notes.length > 0 && (
        <ul className="mt-3 grid gap-1 text-muted text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({
  label,
  isMinor = false,
  children,
}: {
  label: string
  isMinor?: boolean
  children: ReactNode
}) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${isMinor ? 'text-muted text-sm' : ''}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function HsnSummary({ amounts: { hsnSummary, supply } }: { amounts: QuotationAmounts }) {
  const taxes =
    supply === 'intra-state'
      ? (['cgst', 'sgst'] as const)
      : supply === 'inter-state'
        ? (['igst'] as const)
        : []
  return (
    <details className="mt-3">
      <summary className="min-h-6 cursor-pointer py-0.5 text-link text-sm">HSN summary</summary>
      <Table
        columns={[
          'HSN',
          { label: 'GST', align: 'end' },
          { label: 'Taxable', align: 'end' },
          ...taxes.map((tax) => ({ label: tax.toUpperCase(), align: 'end' as const })),
        ]}
        className="text-sm!"
      >
        {hsnSummary.map((row) => (
          <TableRow key={`${row.hsn} ${row.gstRate}`}>
            <TableCell className="px-2! py-1!">{row.hsn || 'None'}</TableCell>
            <TableCell className="px-2! py-1! text-right tabular-nums">{`${row.gstRate} %`}</TableCell>
            <TableCell className="px-2! py-1! text-right tabular-nums">
              {formatMoney(row.taxable, 'INR')}
            </TableCell>
            {taxes.map((tax) => (
              <TableCell key={tax} className="px-2! py-1! text-right tabular-nums">
                {formatMoney(row[tax], 'INR')}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </Table>
    </details>
  )
}
