import { useQuery } from '@tanstack/react-query'
import type { Item } from '#contracts/parse-item.ts'
import { relatedQuery } from '#web/site/discovery-queries.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import { buildCatalogueUrl } from '../../catalogue-url.ts'
import { ItemStrip } from '../../items/item-strip.tsx'
import { RecentlyViewedStrip } from '../../items/recently-viewed-strip.tsx'

const SIMILAR_ITEMS_TITLES = {
  machine: 'Similar machines',
  spare: 'Similar parts',
  service: 'Other services',
} as const

/** Related items and recently viewed ones. `requestedId` is the id or slug in the address. */
export function Related({ item, requestedId }: { item: Item; requestedId: string }) {
  const { data } = useQuery(relatedQuery(requestedId))
  return (
    <div className="mt-(--space-section) grid gap-14 print:hidden">
      {data && (
        <>
          <ItemStrip title="Compatible machines" items={data.machines} />
          <ItemStrip
            title="Parts for this machine"
            items={data.parts}
            action={
              data.partsFilter && (
                <SiteLink
                  to={buildCatalogueUrl({ tab: 'spare', specifications: data.partsFilter })}
                  className="text-link underline underline-offset-4 hover:decoration-2"
                >
                  View all compatible parts
                </SiteLink>
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
