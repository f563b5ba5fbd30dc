import { useQuery } from '@tanstack/react-query'
import type { Item } from '#contracts/parse-item.ts'
import type { RelatedItem } from '#contracts/relation.ts'
import { relatedQuery } from '#web/site/discovery-queries.ts'
import { buildCatalogueUrl } from '../../catalogue-url.ts'
import { ItemStrip } from '../../items/item-strip.tsx'
import { RecentlyViewedStrip } from '../../items/recently-viewed-strip.tsx'
import { AllPartsLink, PartsList } from './parts-list.tsx'

const SIMILAR_ITEMS_TITLES = {
  machine: 'Similar machines',
  spare: 'Similar parts',
  service: 'Other services',
} as const

/** A part can fit a machine in several places, but is shown once. */
const listOnce = (items: RelatedItem[]) => [...new Map(items.map((item) => [item.id, item])).values()]

/** Items related to this one, similar and recently viewed ones. `requestedId` is the id or slug in the address. */
export function Related({ item, requestedId }: { item: Item; requestedId: string }) {
  const { data } = useQuery(relatedQuery(requestedId))
  const { parts: _, ...otherGroups } = item.relations
  return (
    <div className="mt-(--space-section) grid gap-14 print:hidden">
      <PartsList item={item} />
      {Object.values(otherGroups).map(({ label, items }) => (
        <ItemStrip key={label} title={label} items={listOnce(items)} />
      ))}
      {data && (
        <>
          <ItemStrip title="Compatible machines" items={data.machines} />
          <ItemStrip
            title="Parts for this machine"
            items={data.parts}
            action={
              data.partsFilter && (
                <AllPartsLink to={buildCatalogueUrl({ tab: 'spare', specifications: data.partsFilter })} />
              )
            }
          />
          <ItemStrip title={SIMILAR_ITEMS_TITLES[item.kind]} items={data.similarItems} />
        </>
      )}
      <RecentlyViewedStrip current={item.id} />
    </div>
  )
}
