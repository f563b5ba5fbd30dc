import type { ReactNode } from 'react'
import type { Dashboard } from '#contracts/dashboard.ts'
import { Chart } from '../../../ui/chart.tsx'
import { BarChart } from '../../../ui/chart-bars.tsx'
import { ColumnChart, ColumnLegend } from '../../../ui/chart-columns.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const MONTHS_TITLE = 'Enquiries by month'
const SERVICES_TITLE = 'Asked for'
const STATUSES_TITLE = 'How far enquiries are'
const IN_MONTHS = "The last twelve months, by India's calendar"
const IN_A_YEAR = '12 months'
const STATUS_NAMES: Record<Dashboard['statuses'][number]['status'], string> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
}
const inFull = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const inShort = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** `data` is undefined while it is on its way; the drawing's place is kept for it. */
export function MonthsChart({ data }: { data: Dashboard['months'] | undefined }) {
  if (!data) return <ChartSkeleton title={MONTHS_TITLE} note={IN_MONTHS} height="h-[17.5rem]" />
  if (data.every(({ enquiries, yearBefore }) => enquiries + yearBefore === 0))
    return (
      <EmptyChart title={MONTHS_TITLE} note={IN_MONTHS}>
        As soon as somebody has written, their enquiries stand here month by month.
      </EmptyChart>
    )
  const columns = data.map(({ month, enquiries, yearBefore }) => {
    const date = new Date(`${month}-01T00:00:00Z`)
    return {
      name: inFull.format(date),
      short: inShort.format(date).slice(0, 3),
      now: enquiries,
      before: yearBefore,
    }
  })
  return (
    <Chart
      title={MONTHS_TITLE}
      note={IN_MONTHS}
      columns={['Month', 'Enquiries', 'A year before']}
      rows={columns.map(({ name, now, before }) => [name, now, before])}
    >
      <ColumnChart
        label={`${MONTHS_TITLE}, one after the other`}
        columns={columns}
        sentence={({ name, now, before }) =>
          `${name}: ${now} ${now === 1 ? 'enquiry' : 'enquiries'}, ${before} a year before`
        }
      />
      <ColumnLegend now="These months" before="A year before" />
    </Chart>
  )
}

export function ServicesChart({ data }: { data: Dashboard['services'] | undefined }) {
  const bars = data?.map(({ label, enquiries }) => ({ name: label, figure: enquiries }))
  return (
    <Bars title={SERVICES_TITLE} head="Service" bars={bars} height="h-60">
      What people ask for stands here, from lathes to maintenance.
    </Bars>
  )
}

export function StatusesChart({ data }: { data: Dashboard['statuses'] | undefined }) {
  const bars = data?.map(({ status, enquiries }) => ({ name: STATUS_NAMES[status], figure: enquiries }))
  return (
    <Bars title={STATUSES_TITLE} head="Status" bars={bars} height="h-50">
      How many enquiries are new, quoted, won or lost stands here.
    </Bars>
  )
}

function Bars(props: {
  title: string
  head: string
  bars: { name: string; figure: number }[] | undefined
  height: string
  /** What will stand here on a new site. */
  children: ReactNode
}) {
  const { title, head, bars, height, children } = props
  if (!bars) return <ChartSkeleton title={title} note={IN_A_YEAR} height={height} />
  if (bars.every(({ figure }) => figure === 0))
    return (
      <EmptyChart title={title} note={IN_A_YEAR}>
        {children}
      </EmptyChart>
    )
  return (
    <Chart
      title={title}
      note={IN_A_YEAR}
      columns={[head, 'Enquiries']}
      rows={bars.map(({ name, figure }) => [name, figure])}
    >
      <BarChart bars={bars} />
    </Chart>
  )
}

function ChartSkeleton({ title, note, height }: { title: string; note: string; height: string }) {
  return (
    <Plate title={title} note={note}>
      <Skeleton className={height} />
    </Plate>
  )
}

function EmptyChart({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Plate title={title} note={note}>
      <p className="grid min-h-40 place-items-center text-center text-muted">{children}</p>
    </Plate>
  )
}
