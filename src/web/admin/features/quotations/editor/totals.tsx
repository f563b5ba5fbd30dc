import type { ReactNode } from 'react'
import { GST_STATES } from '#contracts/gst/states.ts'
import { listTaxNames, SUPPLIES } from '#contracts/gst/supply.ts'
import type { QuotationAmounts } from '#contracts/quotation/quotation.ts'
import { listTotals, type TotalRow } from '#contracts/quotation/totals.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { formatExactAmount } from '../format.ts'
import type { Calculated } from './quotation-document.ts'

/** The rows below the lines as in the document, as the server has calculated them, and the summary by HSN code. */
export function TotalsPanel({
  calculated,
  isCalculating = false,
  isOutdated = false,
  children,
}: {
  calculated: Pick<Calculated, 'amounts' | 'discountPercent'> | undefined
  isCalculating?: boolean
  /** Whether they are those before the last changes. */
  isOutdated?: boolean
  /** What stands above them. */
  children?: ReactNode
}) {
  if (!calculated)
    return (
      <Panel title="Totals">
        {children}
        <p className="text-muted">
          {isCalculating ? 'Calculating...' : 'There are no totals while something is missing.'}
        </p>
      </Panel>
    )
  const { amounts, discountPercent } = calculated
  const { supply, placeOfSupply, exchangeRate, notes } = amounts
  return (
    <Panel title="Totals">
      {children}
      <p className="mb-3 text-muted text-sm">{`${GST_STATES[placeOfSupply]}. ${SUPPLIES[supply].label}.`}</p>
      {isOutdated && (
        <p className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          Without the last changes, which are not complete yet.
        </p>
      )}
      <dl aria-busy={isCalculating || isOutdated} className="grid gap-1 tabular-nums aria-busy:text-muted">
        {listTotals(amounts, discountPercent).map((row) => (
          <Row key={row.label} row={row} />
        ))}
      </dl>
      {exchangeRate !== null && (
        <p className="mt-1 text-muted text-sm">{`At ${exchangeRate} rupees per US dollar.`}</p>
      )}
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

function Row({ row: { label, detail, amount, currency, isTotal } }: { row: TotalRow }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isTotal ? 'mt-1 border-line-strong border-t pt-2 font-head font-semibold' : ''}`}
    >
      <dt className={isTotal ? 'text-control' : ''}>
        {label}
        {detail && <span className="block text-muted text-sm">{detail}</span>}
      </dt>
      <dd className={`ml-auto whitespace-nowrap ${isTotal ? 'text-h4' : ''}`}>
        {formatExactAmount(amount, currency)}
      </dd>
    </div>
  )
}

function HsnSummary({ amounts }: { amounts: QuotationAmounts }) {
  const { hsnSummary, supply, placeOfSupply } = amounts
  const taxes = listTaxNames(supply, placeOfSupply)
  return (
    <details className="mt-3">
      <summary className="min-h-6 cursor-pointer py-0.5 text-link text-sm">HSN summary</summary>
      <Table
        columns={[
          'HSN',
          { label: 'GST', align: 'end' },
          { label: 'Taxable', align: 'end' },
          ...taxes.map(([, label]) => ({ label, align: 'end' as const })),
        ]}
        className="text-sm!"
      >
        {hsnSummary.map((row) => (
          <TableRow key={`${row.hsn} ${row.gstRate}`}>
            <TableCell className="px-2! py-1!">{row.hsn || 'None'}</TableCell>
            <TableCell className="px-2! py-1! text-right tabular-nums">{`${row.gstRate} %`}</TableCell>
            <TableCell className="px-2! py-1! text-right tabular-nums">
              {formatExactAmount(row.taxable, 'INR')}
            </TableCell>
            {taxes.map(([tax]) => (
              <TableCell key={tax} className="px-2! py-1! text-right tabular-nums">
                {formatExactAmount(row[tax], 'INR')}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </Table>
    </details>
  )
}
