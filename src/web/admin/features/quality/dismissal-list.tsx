import type { Dismissal } from '#contracts/bulk-data/quality.ts'
import { FINDING_TYPE_LABELS } from '#contracts/bulk-data/quality-types.ts'
import { formatDateTime } from '#contracts/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDismissals } from './use-dismissals.ts'

interface DismissalListProps {
  dismissals: Dismissal[]
  canEdit: boolean
}

/** Dismissed findings with their reasons; each can be shown again. */
export function DismissalList({ dismissals, canEdit }: DismissalListProps) {
  const { restoration } = useDismissals()
  return (
    <ul className="grid gap-3">
      {dismissals.map(({ key, type, title, reason, at, by }) => (
        <li
          key={key}
          className="flex min-w-0 flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-5"
        >
          <div className="min-w-0">
            <Badge>{FINDING_TYPE_LABELS[type]}</Badge>
            <p id={`dismissal-${key}`} className="wrap-anywhere mt-1 font-semibold">
              {title}
            </p>
            <p className="wrap-anywhere text-muted text-sm">{`${reason} (${by}, ${formatDateTime(at)})`}</p>
          </div>
          {canEdit && (
            <Button
              variant="outline"
              size="sm"
              aria-describedby={`dismissal-${key}`}
              disabled={restoration.isPending}
              onClick={() => restoration.send(key)}
            >
              Show again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
