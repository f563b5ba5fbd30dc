import { Rows3, Star } from 'lucide-react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import type { Kind } from '#contracts/item.ts'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TAB, Tabs } from '../../ui/tabs.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { ItemList } from '../features/items/item-list.tsx'
import { LISTS } from '../features/items/kinds.ts'

const TABS: { kind: Kind; to: string }[] = [
  { kind: 'machine', to: '/admin/products' },
  { kind: 'spare', to: ADMIN_PATHS.spareParts },
  { kind: 'service', to: '/admin/products?tab=services' },
]

/** The three lists under their tabs (row LST-1); each tab has an address of its own (decision 0009). */
export default function ProductManagement() {
  const { pathname } = useLocation()
  const { productId } = useParams()
  const [parameters] = useSearchParams()
  const open: Kind =
    pathname === ADMIN_PATHS.spareParts
      ? 'spare'
      : parameters.get('tab') === 'services'
        ? 'service'
        : 'machine'
  return (
    <>
      <ScreenHead title="Product Management">
        <Link to={ADMIN_PATHS.items} className={buttonClass('outline')}>
          <Rows3 aria-hidden="true" size={18} /> All items
        </Link>
        <Link to={ADMIN_PATHS.featured} className={buttonClass('outline')}>
          <Star aria-hidden="true" size={18} /> Featured Products
        </Link>
      </ScreenHead>
      <Tabs label="Kinds">
        {TABS.map(({ kind, to }) => (
          <Link key={kind} to={to} aria-current={kind === open ? 'page' : undefined} className={TAB}>
            {LISTS[kind].tab}
          </Link>
        ))}
      </Tabs>
      <ItemList key={open} config={LISTS[open]} marked={productId} />
    </>
  )
}
