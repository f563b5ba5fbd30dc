import { memo, startTransition, useEffect, useState } from 'react'
import type { Item } from '#contracts/parse-item.ts'
import { isHydrated } from '#web/lib/hydration.ts'
import { isHistoryNavigation } from '#web/lib/scroll-restoration.ts'
import { FavouriteButton } from '../../items/favourite-button.tsx'
import { ItemCard } from '../../items/item-card.tsx'
import { ItemRow } from './item-row.tsx'
import type { CatalogueResult } from './use-catalogue.ts'

/** What a wide screen shows of a list at first. */
const FIRST_CARDS = 3
const FIRST_LIST_ROWS = 4
const LAYOUT_BATCH_SIZE = 6
const RENDER_BATCH_SIZE = 7
const ALL = Number.POSITIVE_INFINITY

/** The items as cards or lines (row CAT-5). */
export const ItemList = memo(function ListedItems({ result }: { result: CatalogueResult }) {
  const { view, rewrittenAs } = result
  const isListView = view.view === 'list'
  const first = isListView ? FIRST_LIST_ROWS : FIRST_CARDS
  const laidOutCount = useLaidOutCount(result, first)
  const renderedCount = useRenderedCount(result, first)
  const items = result.items.slice(0, renderedCount)
  const spacer = renderedCount < result.items.length && <ListSpacer />
  const term = rewrittenAs ?? view.search
  if (isListView) {
    return (
      <div className="border-ink border-t">
        {items.map((item, index) => (
          <MemoItemRow key={item.id} item={item} term={term} deferRender={index >= laidOutCount} />
        ))}
        {spacer}
      </div>
    )
  }
  return (
    <div className="grid gap-(--space-column) md:grid-cols-2 xl:grid-cols-3">
      {items.map((item, index) => (
        <MemoItemCard
          key={item.id}
          item={item}
          term={term}
          eager={index < FIRST_CARDS}
          urgent={index === 0}
          deferRender={index >= laidOutCount}
        />
      ))}
      {spacer}
    </div>
  )
})

/** Holds the end of the list away from who would load more, while the rest is being drawn. */
const ListSpacer = () => <div aria-hidden style={{ height: '200dvh' }} />

/**
 * How many of the items are drawn: all of them, but for the first moments of a list that somebody opens or changes. Then
 * the first that can be seen, and the others some at a time, so that a key pressed meanwhile need not wait for all.
 */
function useRenderedCount({ view, items }: CatalogueResult, first: number): number {
  const [renderedCount, setRenderedCount] = useState(() =>
    !isHydrated() || isHistoryNavigation() ? ALL : first,
  )
  const [renderedFor, setRenderedFor] = useState(view)
  if (renderedFor !== view) {
    setRenderedFor(view)
    setRenderedCount(isHistoryNavigation() ? ALL : first)
  }
  const hasMore = renderedCount < items.length
  useEffect(() => {
    if (!hasMore) return
    const next = renderedCount + RENDER_BATCH_SIZE
    // Whole once, it stays so: what is loaded at its end belongs to no first moments.
    startTransition(() => setRenderedCount(next < items.length ? next : ALL))
  }, [hasMore, renderedCount, items.length])
  return renderedCount
}

/**
 * How many of the items are laid out although nobody has come near them: the first ones, and some more in every frame,
 * so that no frame takes long. Whoever comes back to the list finds all of it laid out, and so the place where it was left.
 */
function useLaidOutCount({ view, items }: CatalogueResult, first: number): number {
  const [laidOutCount, setLaidOutCount] = useState(() => (isHistoryNavigation() ? items.length : first))
  const [laidOutFor, setLaidOutFor] = useState(view)
  if (laidOutFor !== view) {
    setLaidOutFor(view)
    setLaidOutCount(isHistoryNavigation() ? items.length : first)
  }
  const hasMore = laidOutCount < items.length
  useEffect(() => {
    if (!hasMore) return
    const frame = requestAnimationFrame(() => setLaidOutCount(laidOutCount + LAYOUT_BATCH_SIZE))
    return () => cancelAnimationFrame(frame)
  }, [hasMore, laidOutCount])
  return laidOutCount
}

interface ListEntryProps {
  item: Item
  term: string
  /** Laid out only when somebody comes near. */
  deferRender: boolean
}

const MemoItemCard = memo(function ListedCard(props: ListEntryProps & { eager: boolean; urgent: boolean }) {
  const corner = <FavouriteButton item={props.item} className="absolute top-1.5 right-1.5" />
  return <ItemCard {...props} corner={corner} />
})

const MemoItemRow = memo(ItemRow)
