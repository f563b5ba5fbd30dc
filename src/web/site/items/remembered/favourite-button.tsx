import type { Item } from '#contracts/item/parse-item.ts'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import { toggleFavourite, useIsFavourite } from './favourites.ts'

/** Toggles an item as favourite on this device. */
export function FavouriteButton({ item, className = '' }: { item: Item; className?: string }) {
  const isFavourite = useIsFavourite(item.id)
  return (
    <button
      type="button"
      aria-label={`Favourite: ${item.name}`}
      aria-pressed={isFavourite}
      data-tooltip={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
      onClick={() => toggleFavourite(item.id)}
      className={`js-only z-1 grid size-11 place-items-center text-marine ${className}`}
    >
      <OutlineIcon icon="heart" size={22} filled={isFavourite} />
    </button>
  )
}
