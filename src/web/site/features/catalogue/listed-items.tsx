import { memo, useEffect, useState } from 'react'
import type { Item } from '#contracts/item-reader.ts'
import { isAlive } from '../../../lib/alive.ts'
import { ItemCard } from '../../items/card.tsx'
import { FavouriteButton } from '../../items/favourite-button.tsx'
import { ItemRow } from './row.tsx'
import type { Listing } from './use-catalogue.ts'

/** What a wide screen shows of a list at first. */
const FIRST_ROW = 3
const FIRST_LINES = 6
const IN_A_FRAME = 6

/** The items as cards or lines (row CAT-5). */
export const ListedItems = memo(function ListedItems({ listing }: { listing: Listing }) {
  const { view, items, instead } = listing
  const asLines = view.view === 'list'
  const settled = useSettled(listing, asLines ? FIRST_LINES : FIRST_ROW)
  const term = instead ?? view.search
  if (asLines) {
    return (
      <div className="border-ink border-t">
        {items.map((item, index) => (
          <ListedRow key={item.id} item={item} term={term} later={index >= settled} />
        ))}
      </div>
    )
  }
  return (
    <div className="grid gap-(--space-column) md:grid-cols-2 xl:grid-cols-3">
      {items.map((item, index) => (
        <ListedCard
          key={item.id}
          item={item}
          term={term}
          eager={index < FIRST_ROW}
          urgent={index === 0}
          later={index >= settled}
        />
      ))}
    </div>
  )
})

/**
 * How many of the items are laid out although nobody has come near them: the first ones, and some more in every frame,
 * so that no frame takes long. Whoever comes back to the list finds all of it laid out, and so the place where it was left.
 */
function useSettled({ view, items }: Listing, first: number): number {
  const [cameBack] = useState(isAlive)
  const [settled, setSettled] = useState(cameBack ? items.length : first)
  const [settledFor, setSettledFor] = useState(view)
  if (settledFor !== view) {
    setSettledFor(view)
    setSettled(first)
  }
  const rest = settled < items.length
  useEffect(() => {
    if (!rest) return
    const frame = requestAnimationFrame(() => setSettled(settled + IN_A_FRAME))
    return () => cancelAnimationFrame(frame)
  }, [rest, settled])
  return settled
}

interface ListedProps {
  item: Item
  term: string
  /** Laid out only when somebody comes near. */
  later: boolean
}

const ListedCard = memo(function ListedCard(props: ListedProps & { eager: boolean; urgent: boolean }) {
  const corner = <FavouriteButton item={props.item} className="absolute top-1.5 right-1.5" />
  return <ItemCard {...props} corner={corner} />
})

const ListedRow = memo(ItemRow)
