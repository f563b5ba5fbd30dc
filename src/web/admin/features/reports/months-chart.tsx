import { formatDay, formatMonth, formatRupees, formatShortMonth } from '#contracts/format.ts'
import type { QuotationReport } from '#contracts/quotation/report.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { ColumnChart, ColumnLegend } from '#web/ui/charts/column-chart.tsx'
import { formatShortRupees } from './figures.ts'
import { listMonths } from './periods.ts'

const MAX_MONTHS = 12
const TITLE = 'Quoted and won by month'

/** The value of the quotations of each month, and of those that were won; `report` is by month. */
export function MonthsChart({ report }: { report: QuotationReport }) {
  const months = listMonths(report, MAX_MONTHS)
  const columns = months.map((month) => {
    const row = report.rows.find(({ key }) => key === month)
    return {
      name: formatMonth(month),
      short: formatShortMonth(month),
      now: row?.accepted.total ?? 0,
      before: row?.quoted.total ?? 0,
    }
  })
  if (columns.every(({ before }) => before === 0)) return null
  const first = `${months[0]}-01`
  return (
    <Chart
      title={TITLE}
      note={`Sent from ${formatDay(first > report.from ? first : report.from)} to ${formatDay(report.to)}`}
      columns={['Month', 'Quoted', 'Won']}
      rows={columns.map(({ name, now, before }) => [name, before, now])}
      format={formatRupees}
    >
      <ColumnChart
        label={TITLE}
        columns={columns}
        format={formatShortRupees}
        describeColumn={({ name, now, before }) =>
          `${name}: ${formatRupees(before)} quoted, ${formatRupees(now)} of it won`
        }
      />
      <ColumnLegend now="Won" before="Quoted" />
    </Chart>
  )
}
