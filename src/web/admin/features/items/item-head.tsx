import { Archive, Eye, History } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { Item } from '#contracts/item-reader.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ScreenHead } from '../frame/screen-head.tsx'
import { Only } from '../session/only.tsx'
import { useArchive } from './use-item-changes.ts'

interface ItemHeadProps {
  title: string
  /** Undefined while it loads, and for one that does not exist yet. */
  item: Item | undefined
  /** Where an archived item leaves people. */
  after: string
}

/** A form's title, and what can be done with the item beside changing it. */
export function ItemHead({ title, item, after }: ItemHeadProps) {
  const navigate = useNavigate()
  const archive = useArchive(() => navigate(after))
  if (!item) return <ScreenHead title={title} />
  return (
    <ScreenHead title={title} subtitle={item.name}>
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
      <Only permission="catalogue.edit">
        <Button variant="outline" size="sm" onClick={() => archive.send([item])} disabled={archive.isPending}>
          <Archive aria-hidden="true" size={16} /> Archive
        </Button>
      </Only>
    </ScreenHead>
  )
}

/** In place of a form, for those who may only look. */
export function NotAllowed() {
  return <p>Your account may look at items, not change them. Ask the owner if you need to.</p>
}
