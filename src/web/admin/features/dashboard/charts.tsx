import type { ReactNode } from 'react'
import type { Dashboard } from '#contracts/dashboard.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry/status.ts'
import { countOf, formatDay, formatMonth, formatShortMonth } from '#contracts/format.ts'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { Chart } from '#web/ui/charts/chart.tsx'
import { ColumnChart, ColumnLegend } from '#web/ui/charts/column-chart.tsx'
import { Panel } from '#web/ui/panel.tsx'

const MONTHS_TITLE = 'Enquiries by month'
const SERVICES_TITLE = 'Enquiries by service'
const STATUSES_TITLE = 'Enquiries by status'
/** All numbers are of the same time (decision 0159). */
const formatPeriod = (since: string) => `From ${formatDay(since)} to today`

interface ChartProps<Name extends 'months' | 'services' | 'statuses'> {
  data: Dashboard[Name]
  since: string
}

export function MonthsChart({ data, since }: ChartProps<'months'>) {
  const note = `${formatPeriod(since)} (IST)`
  if (data.every(({ enquiries, yearBefore }) => enquiries + yearBefore === 0))
    return (
      <EmptyChart title={MONTHS_TITLE} note={note}>
        No enquiries yet. The number of enquiries per month is shown here.
      </EmptyChart>
    )
  const columns = data.map(({ month, enquiries, yearBefore }) => ({
    name: formatMonth(month),
    short: formatShortMonth(month),
    now: enquiries,
    before: yearBefore,
  }))
  return (
    <Chart
      title={MONTHS_TITLE}
      note={note}
      columns={['Month', 'Enquiries', 'A year earlier']}
      rows={columns.map(({ name, now, before }) => [name, now, before])}
    >
      <ColumnChart
        label={MONTHS_TITLE}
        columns={columns}
        describeColumn={({ name, now, before }) =>
          `${name}: ${countOf(now, 'enquiry')}, ${before} a year earlier`
        }
      />
      <ColumnLegend now="Enquiries" before="A year earlier" />
    </Chart>
  )
}

export function ServicesChart({ data, since }: ChartProps<'services'>) {
  const bars = data.map(({ label, enquiries }) => ({ name: label, value: enquiries }))
  return (
    <BarChartPanel since={since} title={SERVICES_TITLE} head="Service" bars={bars}>
      No enquiries yet. The number of enquiries per service is shown here.
    </BarChartPanel>
  )
}

export function StatusesChart({ data, since }: ChartProps<'statuses'>) {
  const bars = data.map(({ status, enquiries }) => ({
    name: ENQUIRY_STATUS_LABELS[status],
    value: enquiries,
  }))
  return (
    <BarChartPanel since={since} title={STATUSES_TITLE} head="Status" bars={bars}>
      No enquiries yet. The number of enquiries per status is shown here.
    </BarChartPanel>
  )
}

function BarChartPanel(props: {
  since: string
  title: string
  head: string
  bars: { name: string; value: number }[]
  /** The text that is shown while there are no enquiries. */
  children: ReactNode
}) {
  const { since, title, head, bars, children } = props
  const note = formatPeriod(since)
  if (bars.every(({ value }) => value === 0))
    return (
      <EmptyChart title={title} note={note}>
        {children}
      </EmptyChart>
    )
  return (
    <Chart
      title={title}
      note={note}
      columns={[head, 'Enquiries']}
      rows={bars.map(({ name, value }) => [name, value])}
    >
      <BarChart bars={bars} />
    </Chart>
  )
}

function EmptyChart({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Panel title={title} note={note}>
      <p className="grid min-h-40 place-items-center text-center text-muted">{children}</p>
    </Panel>
  )
}
