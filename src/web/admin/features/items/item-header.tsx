import { Archive, CopyPlus, Eye, History, Languages } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Item } from '#contracts/item/parse-item.ts'
import { toTranslationsPath } from '#web/lib/navigation/admin-paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { RequirePermission } from '../../session/require-permission.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import type { FormDestination } from './form/use-form-destination.ts'
import { useArchiveItems } from './list/use-bulk-update.ts'
import { useDuplicateItem } from './use-duplicate-item.ts'

interface ItemHeaderProps {
  title: string
  /** Undefined while the item is loading, and for a new one. */
  item: Item | undefined
  /** The screen after archiving the item. */
  destination: FormDestination
}

/** The title of a form, and the actions for the item besides saving. */
export function ItemHeader({ title, item, destination }: ItemHeaderProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const archive = useArchiveItems(() => navigate(destination.to, { state: destination.state }))
  const duplicate = useDuplicateItem(state)
  if (!item) return <PageHeader title={title} className="max-w-224" />
  return (
    <PageHeader title={title} subtitle={item.name} className="max-w-224">
      {item.draft && <Badge className="self-center">Draft</Badge>}
      <a
        href={`/product/${encodeURIComponent(item.id)}?preview`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('outline', 'sm')}
      >
        <Eye aria-hidden="true" size={16} /> {item.draft ? 'Preview' : 'View on website'}
      </a>
      <RequirePermission permission="settings.edit">
        <Link to={toTranslationsPath(item.id)} className={buttonClass('outline', 'sm')}>
          <Languages aria-hidden="true" size={16} /> Translations
        </Link>
      </RequirePermission>
      <Link to={`/admin/items/${item.id}/history`} state={state} className={buttonClass('outline', 'sm')}>
        <History aria-hidden="true" size={16} /> History
      </Link>
      <RequirePermission permission="catalogue.edit">
        <Button
          variant="outline"
          size="sm"
          onClick={() => duplicate.send(item)}
          disabled={duplicate.isPending}
        >
          <CopyPlus aria-hidden="true" size={16} /> Duplicate
        </Button>
        <Button variant="outline" size="sm" onClick={() => archive.send([item])} disabled={archive.isPending}>
          <Archive aria-hidden="true" size={16} /> Archive
        </Button>
      </RequirePermission>
    </PageHeader>
  )
}

/** Replaces the form without the permission to edit items. */
export function ReadOnlyNotice() {
  return <p>You can view items but not edit them. Ask an owner for permission.</p>
}
