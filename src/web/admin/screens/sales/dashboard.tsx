import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import type { User } from '#contracts/account/account.ts'
import { ROLES } from '#contracts/account/role.ts'
import type { Dashboard as DashboardData } from '#contracts/dashboard.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { StatCard } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MonthsChart, ServicesChart, StatusesChart } from '../../features/dashboard/charts.tsx'
import { GettingStarted } from '../../features/dashboard/getting-started.tsx'
import { MostRequested } from '../../features/dashboard/most-requested.tsx'
import { IncompleteItems, NeedsAttention } from '../../features/dashboard/pending-work.tsx'
import { QuickActions } from '../../features/dashboard/quick-actions.tsx'
import { ZeroResultSearches } from '../../features/dashboard/zero-result-searches.tsx'
import { can, useCurrentUser } from '../../session/session.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { getHomePath } from '../../shell/navigation/nav-items.ts'
import { PageHeader } from '../../shell/page-header.tsx'

const STACK_CLASS = 'grid grid-cols-[minmax(0,1fr)] gap-4'

/**
 * Pending work, numbers of the last year and links to frequent tasks ([ADM-2], decision 0015). Every way into the
 * admin leads here; a role without the permission gets the first screen that it may open.
 */
export default function Dashboard() {
  const user = useCurrentUser()
  if (!user) return null
  if (!can(user, 'dashboard.read')) return <Navigate to={getHomePath(ROLES[user.role].permissions)} replace />
  return <PermittedDashboard user={user} />
}

function PermittedDashboard({ user }: { user: User }) {
  const { data, error, isFetching, refetch } = useQuery<DashboardData>({ queryKey: ['/api/dashboard'] })
  const failed = error && !isFetching ? error : undefined
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Numbers of this month and the 12 months before it">
        {can(user, 'enquiries.read') && (
          <Link
            to={`${ADMIN_PATHS.customers}?status=new`}
            className={buttonClass('default', 'default', 'print:hidden')}
          >
            Answer enquiries
          </Link>
        )}
      </PageHeader>
      {failed && <LoadError subject="The dashboard" error={failed} onRetry={() => void refetch()} />}
      {data ? <Overview data={data} /> : !failed && <DashboardSkeleton />}
      {failed && !data && <QuickActions />}
    </>
  )
}

/** What needs attention, the steps of setting up a new site, then the numbers. */
function Overview({ data }: { data: DashboardData }) {
  return (
    <div className={STACK_CLASS}>
      <div className={`${STACK_CLASS} items-start md:grid-cols-2`}>
        <NeedsAttention data={data.pending} />
        <IncompleteItems data={data.incomplete} />
      </div>
      <GettingStarted data={data.gettingStarted} />
      <dl className="grid gap-4 md:grid-cols-3">
        <StatCard label="Total products" value={data.totalProducts} />
        <StatCard label="New customers" value={data.newCustomers} />
        <StatCard label="Service requests" value={data.serviceRequests} />
      </dl>
      <div className={`${STACK_CLASS} xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]`}>
        <MonthsChart data={data.months} since={data.since} />
        <ServicesChart data={data.services} since={data.since} />
      </div>
      <div className={`${STACK_CLASS} items-start md:grid-cols-2`}>
        <div className={STACK_CLASS}>
          <MostRequested data={data.mostRequested} since={data.since} />
          <QuickActions />
        </div>
        <div className={STACK_CLASS}>
          <StatusesChart data={data.statuses} since={data.since} />
          <ZeroResultSearches data={data.zeroResultSearches} />
        </div>
      </div>
    </div>
  )
}

/** Shown while the numbers are loading; nothing below it moves when they arrive. */
function DashboardSkeleton() {
  return (
    <div className={STACK_CLASS}>
      <div className={`${STACK_CLASS} md:grid-cols-2`}>
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
      <Skeleton className="h-96" />
    </div>
  )
}
