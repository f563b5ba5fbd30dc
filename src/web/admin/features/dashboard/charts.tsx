import type { ReactNode } from 'react'
import type { Dashboard } from '#contracts/dashboard.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry-status.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { ColumnChart, ColumnLegend } from '#web/ui/column-chart.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const MONTHS_TITLE = 'Enquiries by month'
const SERVICES_TITLE = 'Enquiries by service'
const STATUSES_TITLE = 'Enquiries by status'
const MONTHS_NOTE = 'Last 12 months (IST)'
const YEAR_NOTE = 'Last 12 months'
const longMonthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** `data` is undefined while it is loading; a skeleton of the same height is shown meanwhile. */
export function MonthsChart({ data }: { data: Dashboard['months'] | undefined }) {
  if (!data) return <ChartSkeleton title={MONTHS_TITLE} note={MONTHS_NOTE} height="h-[17.5rem]" />
  if (data.every(({ enquiries, yearBefore }) => enquiries + yearBefore === 0))
    return (
      <EmptyChart title={MONTHS_TITLE} note={MONTHS_NOTE}>
        No enquiries yet. The number of enquiries per month is shown here.
      </EmptyChart>
    )
  const columns = data.map(({ month, enquiries, yearBefore }) => {
    const date = new Date(`${month}-01T00:00:00Z`)
    return {
      name: longMonthFormat.format(date),
      short: shortMonthFormat.format(date).slice(0, 3),
      now: enquiries,
      before: yearBefore,
    }
  })
  return (
    <Chart
      title={MONTHS_TITLE}
      note={MONTHS_NOTE}
      columns={['Month', 'Enquiries', 'Previous year']}
      rows={columns.map(({ name, now, before }) => [name, now, before])}
    >
      <ColumnChart
        label={MONTHS_TITLE}
        columns={columns}
        describeColumn={({ name, now, before }) =>
          `${name}: ${now} ${now === 1 ? 'enquiry' : 'enquiries'}, ${before} in the previous year`
        }
      />
      <ColumnLegend now="This year" before="Previous year" />
    </Chart>
  )
}

export function ServicesChart({ data }: { data: Dashboard['services'] | undefined }) {
  const bars = data?.map(({ label, enquiries }) => ({ name: label, value: enquiries }))
  return (
    <BarChartPanel title={SERVICES_TITLE} head="Service" bars={bars} height="h-60">
      No enquiries yet. The number of enquiries per service is shown here.
    </BarChartPanel>
  )
}

export function StatusesChart({ data }: { data: Dashboard['statuses'] | undefined }) {
  const bars = data?.map(({ status, enquiries }) => ({
    name: ENQUIRY_STATUS_LABELS[status],
    value: enquiries,
  }))
  return (
    <BarChartPanel title={STATUSES_TITLE} head="Status" bars={bars} height="h-50">
      No enquiries yet. The number of enquiries per status is shown here.
    </BarChartPanel>
  )
}

function BarChartPanel(props: {
  title: string
  head: string
  bars: { name: string; value: number }[] | undefined
  height: string
  /** The text that is shown while there are no enquiries. */
  children: ReactNode
}) {
  const { title, head, bars, height, children } = props
  if (!bars) return <ChartSkeleton title={title} note={YEAR_NOTE} height={height} />
  if (bars.every(({ value }) => value === 0))
    return (
      <EmptyChart title={title} note={YEAR_NOTE}>
        {children}
      </EmptyChart>
    )
  return (
    <Chart
      title={title}
      note={YEAR_NOTE}
      columns={[head, 'Enquiries']}
      rows={bars.map(({ name, value }) => [name, value])}
    >
      <BarChart bars={bars} />
    </Chart>
  )
}

function ChartSkeleton({ title, note, height }: { title: string; note: string; height: string }) {
  return (
    <Panel title={title} note={note}>
      <Skeleton className={height} />
    </Panel>
  )
}

function EmptyChart({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Panel title={title} note={note}>
      <p className="grid min-h-40 place-items-center text-center text-muted">{children}</p>
    </Panel>
  )
}
