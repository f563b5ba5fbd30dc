import { memo, startTransition, useEffect, useState } from 'react'
import type { Item } from '#contracts/item-reader.ts'
import { isAlive } from '../../../lib/alive.ts'
import { isReturn } from '../../../lib/places.ts'
import { ItemCard } from '../../items/card.tsx'
import { FavouriteButton } from '../../items/favourite-button.tsx'
import { ItemRow } from './row.tsx'
import type { Listing } from './use-catalogue.ts'

/** What a wide screen shows of a list at first. */
const FIRST_ROW = 3
const FIRST_LINES = 4
const IN_A_FRAME = 6
const DRAWN_AT_ONCE = 7
const ALL = Number.POSITIVE_INFINITY

/** The items as cards or lines (row CAT-5). */
export const ListedItems = memo(function ListedItems({ listing }: { listing: Listing }) {
  const { view, instead } = listing
  const asLines = view.view === 'list'
  const first = asLines ? FIRST_LINES : FIRST_ROW
  const settled = useSettled(listing, first)
  const drawn = useDrawn(listing, first)
  const items = listing.items.slice(0, drawn)
  const rest = drawn < listing.items.length && <Rest />
  const term = instead ?? view.search
  if (asLines) {
    return (
      <div className="border-ink border-t">
        {items.map((item, index) => (
          <ListedRow key={item.id} item={item} term={term} later={index >= settled} />
        ))}
        {rest}
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
      {rest}
    </div>
  )
})

/** Holds the end of the list away from who would load more, while the rest is being drawn. */
const Rest = () => <div aria-hidden style={{ height: '200dvh' }} />

/**
 * How many of the items are drawn: all of them, but for the first moments of a list that somebody opens or changes. Then
 * the first that can be seen, and the others some at a time, so that a key pressed meanwhile need not wait for all.
 */
function useDrawn({ view, items }: Listing, first: number): number {
  const [drawn, setDrawn] = useState(() => (!isAlive() || isReturn() ? ALL : first))
  const [drawnFor, setDrawnFor] = useState(view)
  if (drawnFor !== view) {
    setDrawnFor(view)
    setDrawn(isReturn() ? ALL : first)
  }
  const rest = drawn < items.length
  useEffect(() => {
    if (!rest) return
    const next = drawn + DRAWN_AT_ONCE
    // Whole once, it stays so: what is loaded at its end belongs to no first moments.
    startTransition(() => setDrawn(next < items.length ? next : ALL))
  }, [rest, drawn, items.length])
  return drawn
}

/**
 * How many of the items are laid out although nobody has come near them: the first ones, and some more in every frame,
 * so that no frame takes long. Whoever comes back to the list finds all of it laid out, and so the place where it was left.
 */
function useSettled({ view, items }: Listing, first: number): number {
  const [settled, setSettled] = useState(() => (isReturn() ? items.length : first))
  const [settledFor, setSettledFor] = useState(view)
  if (settledFor !== view) {
    setSettledFor(view)
    setSettled(isReturn() ? items.length : first)
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
