import { t } from '#messages/messages.ts'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import type { ItemToggleProps } from './compare-button.tsx'
import { toggleFavourite, useIsFavourite } from './favourites.ts'

/** Toggles an item as favourite on this device. With a label, it has no tooltip. */
export function FavouriteButton({ item, label, className = '' }: ItemToggleProps) {
  const isFavourite = useIsFavourite(item.id)
  return (
    <button
      type="button"
      aria-label={t('Favourite: {item}', { item: item.name })}
      aria-pressed={isFavourite}
      data-tooltip={label ? undefined : isFavourite ? t('Remove from favourites') : t('Add to favourites')}
      onClick={() => toggleFavourite(item.id)}
      className={`js-only item-toggle ${label ? 'labelled-toggle' : ''} ${className}`}
    >
      <OutlineIcon icon="heart" size={label ? 18 : 22} filled={isFavourite} />
      {label}
    </button>
  )
}
