import { memo } from 'react'
import type { Item } from '#contracts/item/parse-item.ts'
import { useBelowFoldReady, useNavigationType } from '#web/lib/navigation/scroll-restoration.ts'
import { ItemCard } from '../../items/item-card.tsx'
import { ItemRow } from './item-row.tsx'
import type { CatalogueData } from './use-catalogue.ts'

/** The entries in the first view of a wide screen. */
const FIRST_CARDS = 6
const FIRST_LIST_ROWS = 13

/** The items as cards or rows (row CAT-5). */
export const ItemList = memo(function ItemList({ data }: { data: CatalogueData }) {
  const { view, isListView, rewrittenAs, understood, job } = data
  const firstCount = isListView ? FIRST_LIST_ROWS : FIRST_CARDS
  const items = useBelowFoldReady() ? data.items : data.items.slice(0, firstCount)
  // A restored scroll position needs the true height of every entry.
  const canDeferRender = useNavigationType() !== 'history'
  const term = job ? '' : (understood?.search ?? rewrittenAs ?? view.search)
  const Entry = isListView ? MemoItemRow : MemoItemCard
  return (
    <div className={isListView ? '' : 'cards'}>
      {items.map((item, index) => (
        <Entry
          key={item.id}
          item={item}
          term={term}
          filters={understood?.specifications ?? view.specifications}
          showsKind={view.favourites}
          eager={index < firstCount}
          urgent={index === 0}
          deferRender={canDeferRender && index >= firstCount}
        />
      ))}
    </div>
  )
})

interface ListEntryProps {
  item: Item
  term: string
  filters: string
  /** Whether the list has items of several kinds. */
  showsKind: boolean
  /** Skips layout and painting until the entry comes near the viewport. */
  deferRender: boolean
}

const MemoItemCard = memo(function ListedCard(props: ListEntryProps & { eager: boolean; urgent: boolean }) {
  return <ItemCard {...props} compact />
})

const MemoItemRow = memo(ItemRow)
