import { useLocation, useParams, useSearchParams } from 'react-router'
import type { Kind } from '#contracts/item/item.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { ITEM_LIST_CONFIGS } from '../../features/items/kind-config.ts'
import { ExportMenu } from '../../features/items/list/export-menu.tsx'
import { ItemList } from '../../features/items/list/item-list.tsx'
import { ProductTabs } from '../../features/items/product-tabs.tsx'
import { getHighlightedId, isServiceSaved } from '../../features/items/return-path.ts'

/** The cards of machines, spare parts and services in tabs, each with its own URL ([LST-1]). */
export default function ProductManagement() {
  const location = useLocation()
  const { productId } = useParams()
  const [searchParams] = useSearchParams()
  const isServicesTab = searchParams.get('tab') === 'services' || isServiceSaved(location)
  const kind: Kind =
    location.pathname === ADMIN_PATHS.spareParts ? 'spare' : isServicesTab ? 'service' : 'machine'
  return (
    <>
      <ProductTabs
        kind={kind}
        view="cards"
        exportMenu={<ExportMenu kind={kind} items={{ kind }} label="Export" />}
      />
      <ItemList
        key={kind}
        config={ITEM_LIST_CONFIGS[kind]}
        highlightedId={getHighlightedId(location) ?? productId}
      />
    </>
  )
}
