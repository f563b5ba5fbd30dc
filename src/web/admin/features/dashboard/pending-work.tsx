import { Link } from 'react-router'
import type { Dashboard } from '#contracts/dashboard.ts'
import { MISSING_FIELD_LABELS, MISSING_FIELDS } from '#contracts/item-state.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { formatCount } from '#web/lib/format.ts'
import { can, useCurrentUser } from '../session/session.ts'
import { ListPanel, ListPanelRow } from './list-panel.tsx'

const PENDING_ENQUIRIES: { field: keyof Dashboard['pending']; label: string; to: string }[] = [
  { field: 'due', label: 'Follow-up due', to: `${ADMIN_PATHS.customers}?due=true` },
  {
    field: 'unanswered',
    label: 'Unanswered for over 24 hours',
    to: `${ADMIN_PATHS.customers}?unanswered=true`,
  },
]

/** The numbers of enquiries that need a reply or a follow-up, each with a link to exactly these enquiries. */
export function PendingEnquiries({ data }: { data: Dashboard['pending'] | undefined }) {
  const canRead = can(useCurrentUser(), 'enquiries.read')
  const pending = data && PENDING_ENQUIRIES.filter(({ field }) => data[field] > 0)
  return (
    <ListPanel
      title="Needs reply"
      skeletonRows={2}
      emptyText="No enquiries need a reply."
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

/** The numbers of published items with missing information, each with a link to these items. */
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
      title="Missing information"
      note="Published items"
      skeletonRows={5}
      emptyText="No information is missing. Items without a picture, a price or specifications are listed here."
      lines={lines}
    />
  )
}
