import { Link } from 'react-router'
import type { Dashboard } from '#contracts/dashboard.ts'
import { formatCount, formatDay } from '#contracts/format.ts'
import { toEditPath } from '#web/lib/navigation/admin-paths.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { ListPanel, ListPanelRow } from './list-panel.tsx'

/** The items with the most enquiries, with a link to the form for users who can edit items. */
export function MostRequested({ data, since }: { data: Dashboard['mostRequested']; since: string }) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  return (
    <ListPanel
      title="Top enquired products"
      note={`Enquiries since ${formatDay(since)}`}
      emptyText="No enquiries about products yet. Enquiries that name a product are counted here."
      lines={data.map(({ id, kind, name, enquiries }) => (
        <ListPanelRow key={id} value={formatCount(enquiries)}>
          {canEdit ? (
            <Link to={toEditPath(kind, id)} className="text-link hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </ListPanelRow>
      ))}
    />
  )
}
