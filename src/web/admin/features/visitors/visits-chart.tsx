import { countOf, formatDay, formatMonth, formatShortMonth } from '#contracts/format.ts'
import type { VisitorReport } from '#contracts/visitors/visitor-report.ts'
import { Chart } from '#web/ui/charts/chart.tsx'
import { ColumnChart, ColumnLegend } from '#web/ui/charts/column-chart.tsx'

/** A longer period has a column for each month. */
const MAX_DAYS = 31
const TITLE = 'Visits'
const BEFORE = 'Period before'

/** The visits of a period beside those of the period before it. */
export function VisitsChart({ days, from, to }: Pick<VisitorReport, 'days' | 'from' | 'to'>) {
  const columns = days.length > MAX_DAYS ? toMonths(days) : days.map(toColumn)
  return (
    <Chart
      title={TITLE}
      note={`${formatDay(from)} to ${formatDay(to)} (IST)`}
      columns={[days.length > MAX_DAYS ? 'Month' : 'Day', TITLE, BEFORE]}
      rows={columns.map(({ name, now, before }) => [name, now, before])}
    >
      <ColumnChart
        label={TITLE}
        columns={columns}
        describeColumn={({ name, now, before }) =>
          `${name}: ${countOf(now, 'visit')}, ${before} in the period before`
        }
      />
      <ColumnLegend now={TITLE} before={BEFORE} />
    </Chart>
  )
}

type Day = VisitorReport['days'][number]

const toColumn = ({ day, visits, before }: Day) => ({
  name: formatDay(day),
  short: String(Number(day.slice(8))),
  now: visits,
  before,
})

function toMonths(days: Day[]) {
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([month, ofMonth]) => ({
    name: formatMonth(month),
    short: formatShortMonth(month),
    now: ofMonth.reduce((sum, { visits }) => sum + visits, 0),
    before: ofMonth.reduce((sum, { before }) => sum + before, 0),
  }))
}
