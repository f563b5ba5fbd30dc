import { formatMonth, formatRupees } from '#contracts/format.ts'
import type { QuotationReport } from '#contracts/quotation/report.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { CELL_CLASS, Figure, StackedLabel } from './figure.tsx'
import { toForecastPath } from './figures.ts'

const COLUMNS = [
  { label: 'Valid until', className: CELL_CLASS },
  { label: 'Open', align: 'end', className: CELL_CLASS },
  { label: 'Expected', align: 'end', className: CELL_CLASS },
] as const

/** All open quotations by the month in which they end, with the value that is expected of them. */
export function Forecast({ forecast, winRatePercent }: QuotationReport) {
  return (
    <Panel title="Forecast" note="All open quotations">
      {forecast.length === 0 ? (
        <p className="text-muted">No quotation is open.</p>
      ) : (
        <div className="-mx-5">
          <Table columns={COLUMNS} stacked label="Forecast">
            {forecast.map(({ month, count, total, expected }) => (
              <TableRow key={month} className="max-lg:grid! max-lg:grid-cols-2">
                <TableCell className={`max-lg:col-span-2 max-lg:font-semibold ${CELL_CLASS}`}>
                  {formatMonth(month)}
                </TableCell>
                <TableCell className={`tabular-nums lg:text-right ${CELL_CLASS}`}>
                  <Figure
                    name={`Open, ${formatMonth(month)}`}
                    label="Open"
                    figure={{ count, total }}
                    path={toForecastPath(month)}
                  />
                </TableCell>
                <TableCell className={`whitespace-nowrap tabular-nums lg:text-right ${CELL_CLASS}`}>
                  <StackedLabel>Expected</StackedLabel>
                  {winRatePercent === null ? '–' : formatRupees(Math.round(expected))}
                </TableCell>
              </TableRow>
            ))}
          </Table>
        </div>
      )}
      <p className="mt-3 text-muted text-sm">
        {winRatePercent === null
          ? 'An expected value is shown once quotations have been accepted, declined or have expired.'
          : `Expected: ${winRatePercent} % of the value, the share that was won in the last 12 months.`}
      </p>
    </Panel>
  )
}
