import { useQuery } from '@tanstack/react-query'
import type { Item } from '#contracts/parse-item.ts'
import { relatedQuery } from '#web/lib/discovery-queries.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import { buildCatalogueUrl } from '../../catalogue-url.ts'
import { ItemStrip } from '../../items/item-strip.tsx'
import { RecentlyViewed } from '../../items/recently-viewed.tsx'

const FAMILY_TITLES = {
  machine: 'Similar machines',
  spare: 'Similar parts',
  service: 'Other services',
} as const

/** What stands beside an item, and what was looked at before it. `asked` is the id or name in the address. */
export function Related({ item, requestedId }: { item: Item; requestedId: string }) {
  const { data } = useQuery(relatedQuery(requestedId))
  return (
    <div className="mt-(--space-section) grid gap-14 print:hidden">
      {data && (
        <>
          <ItemStrip title="Fits these machines" items={data.machines} />
          <ItemStrip
            title="Parts for this machine"
            items={data.parts}
            action={
              data.partsFilter && (
                <SiteLink
                  to={buildCatalogueUrl({ tab: 'spare', specifications: data.partsFilter })}
                  className="text-link underline underline-offset-4 hover:decoration-2"
                >
                  All parts that fit
                </SiteLink>
              )
            }
          />
          <ItemStrip title={FAMILY_TITLES[item.kind]} items={data.similarItems} />
        </>
      )}
      <RecentlyViewed current={item.id} />
    </div>
  )
}
