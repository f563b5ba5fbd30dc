import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Dashboard as Figures } from '#contracts/dashboard.ts'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { FigurePlate } from '../../ui/plate.tsx'
import { AskedAbout } from '../features/dashboard/asked-about.tsx'
import { MonthsChart, ServicesChart, StatusesChart } from '../features/dashboard/charts.tsx'
import { QuickActions } from '../features/dashboard/quick-actions.tsx'
import { SearchMisses } from '../features/dashboard/search-misses.tsx'
import { Lacks, Waiting } from '../features/dashboard/to-do.tsx'
import { LoadFailure } from '../features/frame/load-failure.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { may, useSignedIn } from '../features/session/session.ts'

const STACK = 'grid grid-cols-[minmax(0,1fr)] gap-4'

/** Live figures, what waits to be done, and the ways to it (row ADM-2, decision 0015). */
export default function Dashboard() {
  const user = useSignedIn()
  const { data, error, isFetching, refetch } = useQuery<Figures>({ queryKey: ['/api/dashboard'] })
  const failed = error && !isFetching ? error : undefined
  return (
    <>
      <ScreenHead title="Dashboard" subtitle="The last twelve months">
        {may(user, 'enquiries.read') && (
          <Link to={ADMIN_PATHS.customers} className={buttonClass('default', 'default', 'print:hidden')}>
            Answer enquiries
          </Link>
        )}
      </ScreenHead>
      {failed && <LoadFailure what="The dashboard" error={failed} retry={() => void refetch()} />}
      {(!failed || data) && <Overview data={data} />}
      {failed && !data && <QuickActions />}
    </>
  )
}

/** `data` is undefined while it is on its way. */
function Overview({ data }: { data: Figures | undefined }) {
  return (
    <div className="grid gap-4">
      <dl className="grid gap-4 md:grid-cols-3">
        <FigurePlate label="Total products" value={data?.totalProducts} />
        <FigurePlate label="New customers" value={data?.newCustomers} />
        <FigurePlate label="Service requests" value={data?.serviceRequests} />
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <MonthsChart data={data?.months} />
        <ServicesChart data={data?.services} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        <div className={STACK}>
          <Waiting data={data?.waiting} />
          <StatusesChart data={data?.statuses} />
          <Lacks data={data?.lacking} />
        </div>
        <div className={STACK}>
          <AskedAbout data={data?.askedAbout} />
          <QuickActions />
        </div>
        <SearchMisses data={data?.searchMisses} />
      </div>
    </div>
  )
}
