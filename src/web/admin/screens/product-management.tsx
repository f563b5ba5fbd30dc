import { Rows3, Star } from 'lucide-react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import type { Kind } from '#contracts/item.ts'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TAB_CLASS, Tabs } from '../../ui/tabs.tsx'
import { ItemList } from '../features/items/item-list.tsx'
import { ITEM_LIST_CONFIGS } from '../features/items/kind-config.ts'
import { PageHeader } from '../features/layout/page-header.tsx'

const TABS: { kind: Kind; to: string }[] = [
  { kind: 'machine', to: '/admin/products' },
  { kind: 'spare', to: ADMIN_PATHS.spareParts },
  { kind: 'service', to: '/admin/products?tab=services' },
]

/** The lists of machines, spare parts and services in tabs, each with its own URL ([LST-1]). */
export default function ProductManagement() {
  const { pathname } = useLocation()
  const { productId } = useParams()
  const [searchParams] = useSearchParams()
  const currentKind: Kind =
    pathname === ADMIN_PATHS.spareParts
      ? 'spare'
      : searchParams.get('tab') === 'services'
        ? 'service'
        : 'machine'
  return (
    <>
      <PageHeader title="Product Management">
        <Link to={ADMIN_PATHS.items} className={buttonClass('outline')}>
          <Rows3 aria-hidden="true" size={18} /> All items
        </Link>
        <Link to={ADMIN_PATHS.featured} className={buttonClass('outline')}>
          <Star aria-hidden="true" size={18} /> Featured Products
        </Link>
      </PageHeader>
      <Tabs label="Type">
        {TABS.map(({ kind, to }) => (
          <Link
            key={kind}
            to={to}
            aria-current={kind === currentKind ? 'page' : undefined}
            className={TAB_CLASS}
          >
            {ITEM_LIST_CONFIGS[kind].tab}
          </Link>
        ))}
      </Tabs>
      <ItemList key={currentKind} config={ITEM_LIST_CONFIGS[currentKind]} highlightedId={productId} />
    </>
  )
}
