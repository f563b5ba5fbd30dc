import { useQuery } from '@tanstack/react-query'
import { Panel } from '#web/ui/panel.tsx'
import { AuditEntryList } from '../features/audit-log/entries.tsx'
import { AuditFilters } from '../features/audit-log/filters.tsx'
import { AUDIT_LIST, auditLogQuery } from '../features/audit-log/queries.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useList } from '../list/use-list.ts'
import { can, useCurrentUser } from '../session/session.ts'
import { PageHeader } from '../shell/page-header.tsx'

const TITLE = { title: 'Audit log', subtitle: 'Who changed what, newest first' }

/** The audit log: who changed what and when. */
export default function AuditLog() {
  if (can(useCurrentUser(), 'audit-log.read')) return <AuditLogList />
  return (
    <>
      <PageHeader {...TITLE} />
      <Panel>
        <p className="py-12 text-center text-muted">
          You don't have permission to view the audit log. Ask an owner.
        </p>
      </Panel>
    </>
  )
}

function AuditLogList() {
  const list = useList(AUDIT_LIST)
  return (
    <ListScreen
      {...TITLE}
      list={list}
      search={{ placeholder: 'Name or detail' }}
      filters={<AuditFilters list={list} />}
      query={useQuery(auditLogQuery(list.query))}
      getRows={({ items }) => items}
      subject="The audit log"
      noun="entry"
      pagerLabels={['Newer', 'Older']}
      empty={<p>No changes yet. All changes by staff are listed here.</p>}
    >
      {(entries) => (
        <div className="p-5">
          <AuditEntryList entries={entries} />
        </div>
      )}
    </ListScreen>
  )
}
