import { generatePath, Link } from 'react-router'
import type { Dashboard } from '#contracts/dashboard.ts'
import type { Kind } from '#contracts/item.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { formatCount } from '#web/lib/format.ts'
import { can, useCurrentUser } from '../session/session.ts'
import { ListPanel, ListPanelRow } from './list-panel.tsx'

const EDIT_PATHS: Record<Kind, (id: string) => string> = {
  machine: (productId) => generatePath(ADMIN_PATHS.editMachine, { productId }),
  spare: (sparePartId) => generatePath(ADMIN_PATHS.editSparePart, { sparePartId }),
  service: (serviceId) => generatePath(ADMIN_PATHS.editService, { serviceId }),
}

/** The items with the most enquiries of the last 12 months, with a link to the form for users who can edit items. */
export function MostRequested({ data }: { data: Dashboard['mostRequested'] }) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  return (
    <ListPanel
      title="Top enquired products"
      note="Enquiries, last 12 months"
      emptyText="No enquiries about products yet. Enquiries that name a product are counted here."
      lines={data.map(({ id, kind, name, enquiries }) => (
        <ListPanelRow key={id} value={formatCount(enquiries)}>
          {canEdit ? (
            <Link to={EDIT_PATHS[kind](id)} className="text-link hover:underline">
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
