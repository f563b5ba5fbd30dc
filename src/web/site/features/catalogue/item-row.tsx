import { DISPLAY_LIMITS } from '#contracts/display-limits.ts'
import type { Item } from '#contracts/parse-item.ts'
import { truncate } from '#web/lib/format.ts'
import { ItemLink } from '#web/lib/navigation.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { FavouriteButton } from '../../items/favourite-button.tsx'
import { Highlight } from '../../items/highlight.tsx'
import { Price } from '../../items/item-card.tsx'
import { getPlaceholder, ItemPicture } from '../../items/picture.tsx'
import { PICTURE_SIZES } from '../../items/picture-sizes.ts'
import { QuoteLink } from '../../items/quote-link.tsx'

interface ItemRowProps {
  item: Item
  /** Skips layout and painting until the row comes near the viewport. */
  deferRender: boolean
  term?: string | undefined
}

/** One row of the list view. */
export function ItemRow({ item, deferRender, term }: ItemRowProps) {
  return (
    <article
      className={`${deferRender ? 'defer-render [--near-size:18rem] sm:[--near-size:16rem] xl:[--near-size:9rem]' : ''} grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-line border-b py-4 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6 xl:grid-cols-[9rem_minmax(0,1.6fr)_minmax(0,1.2fr)_8rem_16rem]`}
    >
      <div className="aspect-4/3 overflow-hidden bg-stage">
        <ItemPicture
          picture={item.pictures[0]}
          placeholder={getPlaceholder(item.kind)}
          alt=""
          sizes={PICTURE_SIZES.row}
        />
      </div>
      <div>
        <h3 className="text-h4">
          <ItemLink item={item} className="hover:underline">
            <Highlight text={item.name} term={term} />
          </ItemLink>
        </h3>
        <p className="mt-1 line-clamp-2 text-muted text-sm">
          <Highlight text={truncate(item.description, DISPLAY_LIMITS.cardDescription)} term={term} />
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 max-sm:col-span-full sm:col-start-2 xl:col-start-auto">
        {item.specifications.slice(0, DISPLAY_LIMITS.cardSpecifications).map(([key, value]) => (
          <div key={key}>
            <dt className="text-muted text-xs">{key}</dt>
            <dd className="font-head font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="max-sm:col-span-full sm:col-start-2 xl:col-start-auto">
        {item.price !== undefined && <Price price={item.price} originalPrice={item.originalPrice} />}
      </div>
      <div className="flex items-center gap-2 max-sm:col-span-full sm:col-start-2 xl:col-start-auto">
        <FavouriteButton item={item} />
        <ItemLink item={item} className={buttonClass('outline', 'sm')}>
          View Details
        </ItemLink>
        <QuoteLink item={item} className={buttonClass('secondary', 'sm')}>
          Quote
        </QuoteLink>
      </div>
    </article>
  )
}
