import { useQuery } from '@tanstack/react-query'
import type { Item } from '#contracts/item-reader.ts'
import { relatedQuery } from '../../../lib/finding-queries.ts'
import { SiteLink } from '../../../lib/navigation.tsx'
import { catalogueAddress } from '../../catalogue-address.ts'
import { ItemShelf } from '../../items/item-shelf.tsx'
import { RecentlyViewed } from '../../items/recently-viewed.tsx'

const FAMILY = { machine: 'Similar machines', spare: 'Similar parts', service: 'Other services' } as const

/** What stands beside an item, and what was looked at before it. `asked` is the id or name in the address. */
export function Related({ item, asked }: { item: Item; asked: string }) {
  const { data } = useQuery(relatedQuery(asked))
  return (
    <div className="mt-(--space-section) grid gap-14 print:hidden">
      {data && (
        <>
          <ItemShelf title="Fits these machines" items={data.machines} />
          <ItemShelf
            title="Parts for this machine"
            items={data.parts}
            more={
              data.partsFilter && (
                <SiteLink
                  to={catalogueAddress({ tab: 'spare', specifications: data.partsFilter })}
                  className="text-link underline underline-offset-4 hover:decoration-2"
                >
                  All parts that fit
                </SiteLink>
              )
            }
          />
          <ItemShelf title={FAMILY[item.kind]} items={data.family} />
        </>
      )}
      <RecentlyViewed current={item.id} />
    </div>
  )
}
