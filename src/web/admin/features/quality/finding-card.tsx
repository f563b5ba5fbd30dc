import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { MAX_GRID_ITEMS } from '#contracts/bulk-data/grid-fields.ts'
import type { Finding } from '#contracts/bulk-data/quality.ts'
import { FINDING_TYPE_LABELS, type FindingType } from '#contracts/bulk-data/quality-types.ts'
import { countOf, formatCount } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { getJson } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { AllFindingItems, FindingItemList } from './finding-items.tsx'
import { QUALITY_PATH } from './queries.ts'

/** What the button says that corrects a finding. */
const FIX_LABELS: Partial<Record<FindingType, string>> = {
  names: 'Rename',
  units: 'Convert the unit',
  values: 'Correct the value',
  duplicates: 'Archive duplicates',
  hsn: 'Set the code',
}

/** Whether a finding can be corrected in a dialog; a value only if the server proposes one. */
const hasFixDialog = ({ type, fix }: Finding): boolean =>
  type === 'duplicates' || type === 'hsn' || fix !== null

interface FindingCardProps {
  finding: Finding
  canEdit: boolean
  formState: unknown
  onFix: () => void
  onDismiss: () => void
}

/** What is probably wrong, the items concerned, and what can be done about it. */
export function FindingCard({ finding, canEdit, formState, onFix, onDismiss }: FindingCardProps) {
  const [isOpen, setOpen] = useState(false)
  const { key, type, kind, title, detail, count, items } = finding
  const titleId = `finding-${key}`
  const fixLabel = FIX_LABELS[type]
  return (
    <li aria-labelledby={titleId} className="min-w-0 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{FINDING_TYPE_LABELS[type]}</Badge>
        <Badge tone={kind}>{KIND_LABELS[kind].label}</Badge>
        <span className="text-muted text-sm">{countOf(count, 'item')}</span>
      </div>
      <h2 id={titleId} className="wrap-anywhere mt-2 text-brand leading-tight">
        {title}
      </h2>
      <p className="wrap-anywhere mt-1 mb-3 text-muted text-sm">{detail}</p>
      {isOpen ? (
        <AllFindingItems finding={finding} formState={formState} />
      ) : (
        <FindingItemList items={items} formState={formState} />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {canEdit && fixLabel && hasFixDialog(finding) && (
          <Button size="sm" aria-describedby={titleId} onClick={onFix}>
            {fixLabel}
          </Button>
        )}
        {canEdit && type === 'picture' && (
          <Link
            to={ADMIN_PATHS.pictureFolders}
            aria-describedby={titleId}
            className={buttonClass('outline', 'sm')}
          >
            Add pictures from a folder
          </Link>
        )}
        {canEdit && type !== 'picture' && <GridButton finding={finding} titleId={titleId} />}
        {count > items.length && (
          <Button
            variant="outline"
            size="sm"
            aria-expanded={isOpen}
            aria-describedby={titleId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer items' : `Show all ${formatCount(count)} items`}
          </Button>
        )}
        {canEdit && (
          <Button variant="outline" size="sm" aria-describedby={titleId} onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
    </li>
  )
}

/** Opens the items in the grid, which needs a wide screen. */
function GridButton({ finding: { key }, titleId }: { finding: Finding; titleId: string }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const open = useGuardedMutation<string[]>({
    mutationFn: () => getJson<string[]>(adminApi, `${QUALITY_PATH}/findings/${key}/ids`),
    onSuccess: (ids) => void navigate(ADMIN_PATHS.itemGrid, { state: { ids, from: pathname + search } }),
    onError: (error) => void showErrorToast(error),
  })
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={open.isPending}
      aria-describedby={titleId}
      data-tooltip={`At most ${formatCount(MAX_GRID_ITEMS)} items`}
      className="max-md:hidden"
      onClick={() => open.send()}
    >
      Edit in grid
    </Button>
  )
}
