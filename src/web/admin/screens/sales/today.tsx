import { Link, useSearchParams } from 'react-router'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { TodayList } from '../../features/today/today-list.tsx'
import { PageHeader } from '../../shell/page-header.tsx'

const VIEWS = [
  { owner: 'mine', label: 'Mine', to: '?' },
  { owner: 'all', label: 'Everyone', to: '?owner=all' },
] as const

/** Enquiries and quotations that need attention today, with the ways to reach their customers. */
export default function Today() {
  const [params] = useSearchParams()
  const owner = params.get('owner') === 'all' ? 'all' : 'mine'
  return (
    <>
      <PageHeader title="Today" subtitle="Enquiries and quotations that need attention" />
      <Tabs label="Whose">
        {VIEWS.map((view) => (
          <Link
            key={view.owner}
            to={view.to}
            className={TAB_CLASS}
            aria-current={view.owner === owner ? 'page' : undefined}
          >
            {view.label}
          </Link>
        ))}
      </Tabs>
      <TodayList owner={owner} />
    </>
  )
}
