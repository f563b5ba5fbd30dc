import { Archive, Eye, History } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { Item } from '#contracts/parse-item.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { RequirePermission } from '../session/require-permission.tsx'
import { useArchiveItems } from './use-bulk-update.ts'

interface ItemHeaderProps {
  title: string
  /** Undefined while it loads, and for one that does not exist yet. */
  item: Item | undefined
  /** Where an archived item leaves people. */
  returnTo: string
}

/** A form's title, and what can be done with the item beside changing it. */
export function ItemHeader({ title, item, returnTo }: ItemHeaderProps) {
  const navigate = useNavigate()
  const archive = useArchiveItems(() => navigate(returnTo))
  if (!item) return <PageHeader title={title} />
  return (
    <PageHeader title={title} subtitle={item.name}>
      {item.draft && <Badge className="self-center">Draft</Badge>}
      <a
        href={`/product/${encodeURIComponent(item.id)}?preview`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('outline', 'sm')}
      >
        <Eye aria-hidden="true" size={16} /> {item.draft ? 'Preview' : 'View on the site'}
      </a>
      <Link to={`/admin/items/${item.id}/history`} className={buttonClass('outline', 'sm')}>
        <History aria-hidden="true" size={16} /> History
      </Link>
      <RequirePermission permission="catalogue.edit">
        <Button variant="outline" size="sm" onClick={() => archive.send([item])} disabled={archive.isPending}>
          <Archive aria-hidden="true" size={16} /> Archive
        </Button>
      </RequirePermission>
    </PageHeader>
  )
}

/** In place of a form, for those who may only look. */
export function ReadOnlyNotice() {
  return <p>Your account may look at items, not change them. Ask the owner if you need to.</p>
}
