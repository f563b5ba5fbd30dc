import { useQuery } from '@tanstack/react-query'
import type { Item } from '#contracts/item/parse-item.ts'
import { msg, t } from '#messages/messages.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { ItemStrip } from '#web/site/items/item-strip.tsx'
import { RecentlyViewedStrip } from '#web/site/items/remembered/recently-viewed-strip.tsx'
import { relatedQuery } from '#web/site/queries/discovery-queries.ts'
import { loadRelations, RELATED_ID } from './load-relations.ts'

const SIMILAR_ITEMS_TITLES = {
  machine: msg('Similar machines'),
  spare: msg('Similar spare parts'),
  service: msg('Other services'),
} as const

/** Items related to this one, similar and recently viewed ones. `requestedId` is the id or slug in the address. */
export function Related({ item, requestedId }: { item: Item; requestedId: string }) {
  const { data } = useQuery(relatedQuery(requestedId))
  return (
    <div id={RELATED_ID} className="mt-(--space-section) grid gap-14 print:hidden">
      {data && (
        <>
          <LazyComponent load={loadRelations} props={{ item, related: data }} />
          <ItemStrip title={t(SIMILAR_ITEMS_TITLES[item.kind])} items={data.similarItems} />
        </>
      )}
      <RecentlyViewedStrip current={item.id} />
    </div>
  )
}
