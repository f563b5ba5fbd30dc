import { memo, useState } from 'react'
import type { Item } from '#contracts/item-reader.ts'
import { isAlive } from '../../../lib/alive.ts'
import { ItemCard } from '../../items/card.tsx'
import { FavouriteButton } from '../../items/favourite-button.tsx'
import { ItemRow } from './row.tsx'
import type { Listing } from './use-catalogue.ts'

/** What a wide screen shows of a list at first. */
const FIRST_ROW = 3
const FIRST_LINES = 6

/**
 * The items as cards or lines (row CAT-5). What stands below the first view is drawn when it comes near: when the page
 * arrives, and when the list changes in place. Whoever comes back to the list finds all of it laid out, and so the place
 * where it was left.
 */
export const ListedItems = memo(function ListedItems({ listing }: { listing: Listing }) {
  const { view, items, instead } = listing
  const [first] = useState(listing)
  const [arrived] = useState(() => !isAlive())
  const later = arrived || listing !== first
  const term = instead ?? view.search
  if (view.view === 'list') {
    return (
      <div className="border-ink border-t">
        {items.map((item, index) => (
          <ListedRow key={item.id} item={item} term={term} later={later && index >= FIRST_LINES} />
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
          later={later && index >= FIRST_ROW}
        />
      ))}
    </div>
  )
})

interface ListedProps {
  item: Item
  term: string
  later: boolean
}

/** What was drawn once stays so: a change of its size would move what is looked at. */
const ListedCard = memo(function ListedCard(props: ListedProps & { eager: boolean; urgent: boolean }) {
  const { item, term, eager, urgent } = props
  const [later] = useState(props.later)
  const corner = <FavouriteButton item={item} className="absolute top-1.5 right-1.5" />
  return <ItemCard item={item} term={term} eager={eager} urgent={urgent} later={later} corner={corner} />
})

const ListedRow = memo(function ListedRow({ item, term, ...props }: ListedProps) {
  const [later] = useState(props.later)
  return <ItemRow item={item} term={term} later={later} />
})
