import type { Item } from '#contracts/item-reader.ts'
import { LineSign } from '../../ui/line-sign.tsx'
import { toggleFavourite, useIsFavourite } from './favourites.ts'

/** Marks an item on this device. */
export function FavouriteButton({ item, className = '' }: { item: Item; className?: string }) {
  const marked = useIsFavourite(item.id)
  return (
    <button
      type="button"
      aria-label={`Favourite: ${item.name}`}
      aria-pressed={marked}
      data-tooltip={marked ? 'Remove from favourites' : 'Keep as favourite'}
      onClick={() => toggleFavourite(item.id)}
      className={`needs-script z-1 grid size-11 place-items-center text-marine ${className}`}
    >
      <LineSign sign="heart" size={22} filled={marked} />
    </button>
  )
}
