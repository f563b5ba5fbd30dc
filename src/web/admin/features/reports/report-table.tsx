import type { QuotationReport, ReportRow } from '#contracts/quotation/report.ts'
import {
  REPORT_OUTCOME_LABELS,
  REPORT_OUTCOMES,
  type ReportGroup,
  type ReportOutcome,
} from '#contracts/quotation/report-outcomes.ts'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { IncrementalList } from '../../list/incremental-list.tsx'
import { CELL_CLASS, Figure } from './figure.tsx'
import { toListPath } from './figures.ts'

/** Rows that are added when the end of the table comes near: a period can have thousands of products. */
const BATCH_SIZE = 50

export const GROUP_LABELS: Record<ReportGroup, string> = {
  month: 'Month',
  product: 'Product',
  owner: 'Person in charge',
  reason: 'Reason',
}

/** The figures of a report with their sum. Each links to its quotations. Only lost ones have a reason. */
export function ReportTable({ report }: { report: QuotationReport }) {
  const { by, rows, total } = report
  const outcomes: readonly ReportOutcome[] = by === 'reason' ? ['lost'] : REPORT_OUTCOMES
  return (
    <IncrementalList key={by} count={rows.length} batchSize={BATCH_SIZE}>
      {(visibleCount) => (
        <div className="-mx-5">
          <Table
            stacked
            label={`Quotations by ${GROUP_LABELS[by].toLowerCase()}`}
            columns={[
              { label: GROUP_LABELS[by], className: CELL_CLASS },
              ...outcomes.map(
                (outcome) =>
                  ({ label: REPORT_OUTCOME_LABELS[outcome], align: 'end', className: CELL_CLASS }) as const,
              ),
            ]}
          >
            {rows.slice(0, visibleCount).map((row) => (
              <FigureRow key={row.key} row={row} outcomes={outcomes} report={report} />
            ))}
            <FigureRow row={total} outcomes={outcomes} report={report} isTotal />
          </Table>
        </div>
      )}
    </IncrementalList>
  )
}

function FigureRow({
  row,
  outcomes,
  report,
  isTotal = false,
}: {
  row: ReportRow
  outcomes: readonly ReportOutcome[]
  report: QuotationReport
  isTotal?: boolean
}) {
  return (
    <TableRow
      className={`max-lg:grid! max-lg:grid-cols-2 ${isTotal ? 'border-line-strong! border-t-2 font-semibold' : ''}`}
    >
      <TableCell className={`wrap-anywhere max-lg:col-span-2 max-lg:font-semibold ${CELL_CLASS}`}>
        {row.label}
      </TableCell>
      {outcomes.map((outcome) => (
        <TableCell key={outcome} className={`tabular-nums lg:text-right ${CELL_CLASS}`}>
          <Figure
            name={`${REPORT_OUTCOME_LABELS[outcome]}, ${row.label}`}
            label={REPORT_OUTCOME_LABELS[outcome]}
            figure={row[outcome]}
            path={toListPath(row, outcome, report)}
          />
        </TableCell>
      ))}
    </TableRow>
  )
}
