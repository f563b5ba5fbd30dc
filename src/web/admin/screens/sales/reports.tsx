import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatDay } from '#contracts/format.ts'
import type { QuotationReport } from '#contracts/quotation/report.ts'
import { REPORT_GROUPS } from '#contracts/quotation/report-outcomes.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { Forecast } from '../../features/reports/forecast.tsx'
import { MonthsChart } from '../../features/reports/months-chart.tsx'
import { PeriodFields } from '../../features/reports/period-fields.tsx'
import { type ReportParams, toReportQuery, useReportParams } from '../../features/reports/report-params.ts'
import { GROUP_LABELS, ReportTable } from '../../features/reports/report-table.tsx'
import { Summary } from '../../features/reports/summary.tsx'
import { withParams } from '../../list/use-list-params.ts'
import { jsonQuery } from '../../session/requests.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { PageHeader } from '../../shell/page-header.tsx'

/** What was quoted, won and lost in a period. The URL holds period and grouping. */
export default function Reports() {
  const [report, change] = useReportParams()
  return (
    <>
      <PageHeader title="Reports" subtitle="Quotations by the day on which they were first sent">
        <a
          href={`/api/quotations/report.xlsx?${toReportQuery(report, report.by)}`}
          className={buttonClass('outline')}
          download
        >
          <Download aria-hidden="true" size={18} /> Export (.xlsx)
        </a>
      </PageHeader>
      <PeriodFields days={report} onChange={change} />
      <ReportPanels report={report} />
    </>
  )
}

function ReportPanels({ report }: { report: ReportParams }) {
  const months = useReport(report, 'month')
  const { data, error, isPending, refetch } = useReport(report, report.by)
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The report" error={error} onRetry={refetch} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Summary {...data} />
      {months.data && <MonthsChart report={months.data} />}
      <section>
        <GroupTabs by={report.by} />
        <Panel
          title={`By ${GROUP_LABELS[data.by].toLowerCase()}`}
          note={`${formatDay(data.from)} to ${formatDay(data.to)}`}
        >
          {data.total.quoted.count === 0 ? (
            <p className="grid min-h-32 place-items-center text-center text-muted">
              {data.by === 'reason'
                ? 'No quotation of this period was declined or withdrawn.'
                : 'No quotation was sent in this period.'}
            </p>
          ) : (
            <ReportTable report={data} />
          )}
          {data.by === 'product' && data.rows.length > 0 && (
            <p className="mt-3 text-muted text-sm">
              Products have the taxable value of their lines. The total is that of whole quotations with tax.
            </p>
          )}
        </Panel>
      </section>
      <Forecast {...data} />
    </div>
  )
}

/** The report by a group; the earlier one is shown until it is there. */
const useReport = (report: ReportParams, by: ReportParams['by']) =>
  useQuery({
    ...jsonQuery<QuotationReport>(`/api/quotations/report?${toReportQuery(report, by)}`),
    placeholderData: keepPreviousData,
  })

function GroupTabs({ by }: Pick<ReportParams, 'by'>) {
  const [params] = useSearchParams()
  return (
    <Tabs label="Group by">
      {REPORT_GROUPS.map((group) => (
        <Link
          key={group}
          to={`?${withParams(params, { by: group })}`}
          preventScrollReset
          className={TAB_CLASS}
          aria-current={group === by ? 'page' : undefined}
        >
          {GROUP_LABELS[group]}
        </Link>
      ))}
    </Tabs>
  )
}
