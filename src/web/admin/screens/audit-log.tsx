import { useQuery } from '@tanstack/react-query'
import { AuditEntryList } from '../features/audit-log/entries.tsx'
import { AuditFilters } from '../features/audit-log/filters.tsx'
import { AUDIT_LIST, auditLogQuery } from '../features/audit-log/queries.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useList } from '../list/use-list.ts'
import { PermittedScreen } from '../shell/permitted-screen.tsx'

const TITLE = 'Audit log'

/** The audit log: who changed what and when. */
export default function AuditLog() {
  return (
    <PermittedScreen permission="audit-log.read" title={TITLE} action="view the audit log">
      <AuditLogList />
    </PermittedScreen>
  )
}

function AuditLogList() {
  const list = useList(AUDIT_LIST)
  return (
    <ListScreen
      title={TITLE}
      subtitle="Who changed what, newest first"
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
