import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { FIGURE_GROUP_NAMES, FIGURE_GROUPS, type VisitorReport } from '#contracts/visitors/visitor-report.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { PeriodFields } from '../../features/reports/period-fields.tsx'
import { usePeriod } from '../../features/reports/report-params.ts'
import { FiguresTable, SpeedTable } from '../../features/visitors/figures-table.tsx'
import { StepsTable } from '../../features/visitors/steps-table.tsx'
import { VisitsChart } from '../../features/visitors/visits-chart.tsx'
import { withParams } from '../../list/use-list-params.ts'
import { jsonQuery } from '../../session/requests.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { PageHeader } from '../../shell/page-header.tsx'

/** Who visits the website, what they look at, and what leads to enquiries. The URL holds period and group. */
export default function Visitors() {
  const [days, change] = usePeriod('days')
  const query = String(new URLSearchParams({ from: days.from, to: days.to }))
  return (
    <>
      <PageHeader title="Visitors" subtitle="Counted without cookies and without personal data">
        <a href={`/api/visits/report.csv?${query}`} className={buttonClass('outline')} download>
          <Download aria-hidden="true" size={18} /> Export (.csv)
        </a>
      </PageHeader>
      <PeriodFields days={days} onChange={change} />
      <VisitorPanels query={query} />
    </>
  )
}

function VisitorPanels({ query }: { query: string }) {
  const { data, error, isPending, refetch } = useQuery({
    ...jsonQuery<VisitorReport>(`/api/visits/report?${query}`),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The figures" error={error} onRetry={refetch} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-4 xl:grid-cols-2">
        <StepsTable steps={data.steps} />
        <VisitsChart {...data} />
      </div>
      <GroupPanel {...data} />
    </div>
  )
}

function GroupPanel({ groups, speeds }: VisitorReport) {
  const [params] = useSearchParams()
  const isSpeed = params.get('by') === 'speed'
  const group = FIGURE_GROUP_NAMES.find((name) => name === params.get('by')) ?? 'page'
  const tabs = { ...FIGURE_GROUPS, speed: 'Speed' }
  const current = isSpeed ? 'speed' : group
  return (
    <section>
      <Tabs label="Figures">
        {Object.entries(tabs).map(([name, label]) => (
          <Link
            key={name}
            to={`?${withParams(params, { by: name })}`}
            preventScrollReset
            className={TAB_CLASS}
            aria-current={name === current ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </Tabs>
      <Panel
        title={tabs[current]}
        note={
          isSpeed
            ? 'Three of four first views showed picture or text, and reacted, at least as fast'
            : 'Enquiries: visits among them that sent one on the same day'
        }
      >
        {isSpeed ? <SpeedTable speeds={speeds} /> : <FiguresTable group={group} rows={groups[group]} />}
      </Panel>
    </section>
  )
}
