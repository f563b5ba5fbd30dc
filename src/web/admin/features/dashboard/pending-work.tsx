import { Link } from 'react-router'
import type { Dashboard } from '#contracts/dashboard.ts'
import { MISSING_FIELD_LABELS, MISSING_FIELDS } from '#contracts/item-state.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
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
    MISSING_FIELDS.flatMap((field) => {
      const count = counts[field] ?? 0
      if (count === 0) return []
      const name = KIND_LABELS[counts.kind][count === 1 ? 'label' : 'pluralLabel']
      return [
        <ListPanelRow key={`${counts.kind} ${field}`} value={formatCount(count)}>
          <Link
            to={`${ADMIN_PATHS.items}?missing=${field}&kind=${counts.kind}&state=published`}
            className="text-link hover:underline"
          >
            {name} {MISSING_FIELD_LABELS[field]}
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
