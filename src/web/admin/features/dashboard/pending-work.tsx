import { Link } from 'react-router'
import type { Permission } from '#contracts/account/permission.ts'
import type { Dashboard } from '#contracts/dashboard.ts'
import { formatCount } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { MISSING_FIELD_LABELS, MISSING_FIELDS } from '#contracts/item/state.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { DataQualityLink } from './data-quality-link.tsx'
import { ItemDraftRow, useItemDrafts } from './item-drafts.tsx'
import { ListPanel, ListPanelRow } from './list-panel.tsx'
import { TodayLink } from './today-link.tsx'

interface PendingWork {
  field: keyof Dashboard['pending']
  label: string
  /** The screen that shows it, with the permission which it needs. Without it, the work is done on the server. */
  link?: { to: string; permission: Permission }
  /** Work that is late or has failed. */
  urgent?: true
}

const PENDING_WORK: PendingWork[] = [
  {
    field: 'unanswered',
    label: 'Unanswered for over 24 hours',
    link: { to: `${ADMIN_PATHS.customers}?unanswered=true`, permission: 'enquiries.read' },
    urgent: true,
  },
  {
    field: 'needsReply',
    label: 'Needs reply',
    link: { to: `${ADMIN_PATHS.customers}?status=new`, permission: 'enquiries.read' },
  },
  {
    field: 'due',
    label: 'Follow-up due',
    link: { to: `${ADMIN_PATHS.customers}?due=true`, permission: 'enquiries.read' },
  },
  {
    field: 'reviews',
    label: 'Pending reviews',
    link: { to: ADMIN_PATHS.reviews, permission: 'reviews.edit' },
  },
  {
    field: 'failedEmails',
    label: 'Emails not delivered',
    link: { to: ADMIN_PATHS.customers, permission: 'enquiries.read' },
    urgent: true,
  },
  { field: 'backupHours', label: 'Hours since the last backup', urgent: true },
]

/** What staff have to do: numbers with a link to exactly these enquiries, reviews or emails, and drafts on this device. */
export function NeedsAttention({ data }: { data: Dashboard['pending'] }) {
  const user = useCurrentUser()
  const drafts = useItemDrafts()
  return (
    <ListPanel
      title="Needs attention"
      emptyText="Nothing needs attention. New enquiries, due follow-ups and pending reviews are listed here."
      lines={PENDING_WORK.flatMap(({ field, label, link, urgent }) => {
        const count = data[field] ?? 0
        if (count === 0) return []
        return [
          <ListPanelRow
            key={field}
            value={<span className={urgent ? 'text-danger' : ''}>{formatCount(count)}</span>}
          >
            {link && can(user, link.permission) ? (
              <Link to={link.to} className="text-link hover:underline">
                {label}
              </Link>
            ) : (
              label
            )}
          </ListPanelRow>,
        ]
      }).concat(drafts.map((draft) => <ItemDraftRow key={draft.key} draft={draft} />))}
    >
      <TodayLink />
    </ListPanel>
  )
}

/** The numbers of published items with missing information, each with a link to these items. */
export function IncompleteItems({ data }: { data: Dashboard['incomplete'] }) {
  const lines = data.flatMap((counts) =>
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
      emptyText="No information is missing. Items without a picture, a price or specifications are listed here."
      lines={lines}
    >
      <DataQualityLink />
    </ListPanel>
  )
}
