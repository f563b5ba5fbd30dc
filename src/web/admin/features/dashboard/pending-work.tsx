import { Link } from 'react-router'
import type { Dashboard, MissingField } from '#contracts/dashboard.ts'
import type { Kind } from '#contracts/item.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { formatCount } from '#web/lib/format.ts'
import { can, useCurrentUser } from '../session/session.ts'
import { ListPanel, ListPanelRow } from './list-panel.tsx'

const PENDING_ENQUIRIES: { field: keyof Dashboard['pending']; label: string; to: string }[] = [
  { field: 'due', label: 'Enquiries that are due', to: `${ADMIN_PATHS.customers}?due=true` },
  {
    field: 'unanswered',
    label: 'New for more than a day',
    to: `${ADMIN_PATHS.customers}?status=new`,
  },
]
const MISSING_FIELDS: { field: MissingField; label: string }[] = [
  { field: 'picture', label: 'without a picture' },
  { field: 'price', label: 'without a price' },
  { field: 'specifications', label: 'with fewer than two specifications' },
]
const KIND_NAMES: Record<Kind, [one: string, many: string]> = {
  machine: ['machine', 'machines'],
  spare: ['spare part', 'spare parts'],
  service: ['service', 'services'],
}

/** Enquiries that somebody waits for. */
export function PendingEnquiries({ data }: { data: Dashboard['pending'] | undefined }) {
  const canRead = can(useCurrentUser(), 'enquiries.read')
  const pending = data && PENDING_ENQUIRIES.filter(({ field }) => data[field] > 0)
  return (
    <ListPanel
      title="To answer"
      skeletonRows={2}
      emptyText="Nothing is waiting. Enquiries that are due, or new for more than a day, stand here."
      lines={pending?.map(({ field, label, to }) => (
        <ListPanelRow key={field} value={data && formatCount(data[field])}>
          {canRead ? (
            <Link to={to} className="text-link hover:underline">
              {label}
            </Link>
          ) : (
            label
          )}
        </ListPanelRow>
      ))}
    />
  )
}

/** What items on the site lack, each line leading to the items. */
export function IncompleteItems({ data }: { data: Dashboard['incomplete'] | undefined }) {
  const lines = data?.flatMap((counts) =>
    MISSING_FIELDS.flatMap(({ field, label }) => {
      const count = counts[field] ?? 0
      if (count === 0) return []
      const name = KIND_NAMES[counts.kind][count === 1 ? 0 : 1]
      return [
        <ListPanelRow key={`${counts.kind} ${field}`} value={formatCount(count)}>
          <Link
            to={`${ADMIN_PATHS.items}?lacking=${field}&kind=${counts.kind}&state=published`}
            className="text-link hover:underline"
          >
            {name.charAt(0).toUpperCase() + name.slice(1)} {label}
          </Link>
        </ListPanelRow>,
      ]
    }),
  )
  return (
    <ListPanel
      title="Lacking"
      note="Items on the site"
      skeletonRows={5}
      emptyText="Nothing is lacking. Items without a picture, a price or specifications stand here."
      lines={lines}
    />
  )
}
