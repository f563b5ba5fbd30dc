import { useQuery } from '@tanstack/react-query'
import { Panel } from '#web/ui/panel.tsx'
import { AuditEntryList, EntrySkeletons } from '../features/audit-log/entries.tsx'
import { Filters } from '../features/audit-log/filters.tsx'
import { AUDIT_FILTERS, type AuditFilter, auditLogQuery, PAGE_SIZE } from '../features/audit-log/queries.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { Pager } from '../features/layout/pager.tsx'
import { parsePage, useListParams } from '../features/layout/use-list-params.ts'
import { can, useCurrentUser } from '../features/session/session.ts'

/** The audit log: who changed what and when. The URL holds filters and page. */
export default function AuditLog() {
  const user = useCurrentUser()
  return (
    <>
      <PageHeader title="Audit log" subtitle="Who changed what, newest first" />
      {can(user, 'audit-log.read') ? (
        <FilteredAuditLog />
      ) : (
        <Panel>
          <p className="py-12 text-center text-muted">
            You don't have permission to view the audit log. Ask an owner.
          </p>
        </Panel>
      )}
    </>
  )
}

function FilteredAuditLog() {
  const [searchParams, changeParams] = useListParams()
  const filters = Object.fromEntries(
    AUDIT_FILTERS.map((filter) => [filter, searchParams.get(filter) ?? '']),
  ) as Record<AuditFilter, string>
  return (
    <>
      <Filters chosen={filters} onChange={changeParams} />
      <AuditLogPage searchParams={searchParams} />
    </>
  )
}

function AuditLogPage({ searchParams }: { searchParams: URLSearchParams }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(auditLogQuery(searchParams))
  const page = parsePage(searchParams)
  const isFiltered = AUDIT_FILTERS.some((filter) => searchParams.get(filter))
  if (error && !isFetching)
    return <LoadError subject="The audit log" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Panel>
        <EntrySkeletons />
      </Panel>
    )
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      <Panel>
        {data.items.length > 0 ? (
          <AuditEntryList entries={data.items} />
        ) : (
          <p className="py-12 text-center text-muted">
            {data.total > 0
              ? 'This page does not exist.'
              : isFiltered
                ? 'No results.'
                : 'No changes yet. All changes by staff are listed here.'}
          </p>
        )}
      </Panel>
      {data.total > 0 && (
        <Pager
          page={page}
          size={PAGE_SIZE}
          total={data.total}
          itemLabel="entries"
          labels={['Newer', 'Older']}
        />
      )}
    </div>
  )
}
