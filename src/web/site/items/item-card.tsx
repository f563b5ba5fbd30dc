import type { ReactNode } from 'react'
import { DISPLAY_LIMITS } from '#contracts/display-limits.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import type { Item } from '#contracts/parse-item.ts'
import { formatRupees, truncate } from '#web/lib/format.ts'
import { ItemLink } from '#web/lib/navigation.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Highlight } from './highlight.tsx'
import { getPlaceholder, ItemPicture } from './picture.tsx'
import { PICTURE_SIZES } from './picture-sizes.ts'
import { QuoteLink } from './quote-link.tsx'

const OVERALL_LENGTH = /^Overall (?:size|length)/i

interface ItemCardProps {
  item: Item
  eager?: boolean
  urgent?: boolean
  /** Skips layout and painting until the card comes near the viewport. */
  deferRender?: boolean
  /** Rendered in the upper right corner of the picture. */
  corner?: ReactNode
  /** The search term to highlight. */
  term?: string | undefined
}

/** A card with picture, overall length, name, two lines of text, three specifications, price and two links (rows FEAT-5 to FEAT-7). */
export function ItemCard({ item, eager = false, urgent = false, deferRender, corner, term }: ItemCardProps) {
  const shown = item.specifications.slice(0, DISPLAY_LIMITS.cardSpecifications)
  const hiddenCount = item.specifications.length - shown.length
  return (
    <article className={`card ${deferRender ? 'defer-render [--near-size:38rem]' : ''}`}>
      <div className="card-picture">
        <ItemPicture
          picture={item.pictures[0]}
          placeholder={getPlaceholder(item.kind)}
          alt=""
          sizes={PICTURE_SIZES.card}
          eager={eager}
          urgent={urgent}
        />
        <Badge tone={item.kind} className="absolute top-3 left-3">
          {KIND_LABELS[item.kind].label}
        </Badge>
        {corner}
      </div>
      <OverallLength item={item} />
      <div className="flex grow flex-col px-5 pt-4 pb-5">
        <h3 className="text-h3">
          <ItemLink item={item} className="after:absolute after:inset-0">
            <Highlight text={item.name} term={term} />
          </ItemLink>
        </h3>
        <p className="mt-2 line-clamp-2 min-h-13 text-muted">
          <Highlight text={truncate(item.description, DISPLAY_LIMITS.cardDescription)} term={term} />
        </p>
        {shown.length > 0 ? (
          <dl className="card-specs">
            {shown.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="mt-4 text-muted text-sm">No specifications available.</p>
        )}
        {hiddenCount > 0 && (
          <p className="mt-2 text-muted text-sm">{`+${hiddenCount} more specifications`}</p>
        )}
        <div className="mt-auto pt-5">
          {item.price !== undefined && <Price price={item.price} originalPrice={item.originalPrice} />}
          <div className="relative z-1 mt-4 grid grid-cols-2 gap-3">
            <ItemLink item={item} className={buttonClass('outline')}>
              View Details
            </ItemLink>
            <QuoteLink item={item} className={buttonClass('secondary')}>
              Request Quote
            </QuoteLink>
          </div>
        </div>
      </div>
    </article>
  )
}

/** The price in rupees, with the original price struck through (decision 0011). */
export function Price({ price, originalPrice }: { price: number; originalPrice: number | undefined }) {
  return (
    <p className="font-head font-semibold text-h3 leading-none">
      {formatRupees(price)}
      {originalPrice !== undefined && originalPrice > price && (
        <s className="ml-2 inline-block whitespace-nowrap font-normal text-base text-muted">
          {formatRupees(originalPrice)}
        </s>
      )}
    </p>
  )
}

/** The dimension line below a picture, with the overall length of the item if it is known. */
function OverallLength({ item }: { item: Item }) {
  const overall = item.specifications.find(([key]) => OVERALL_LENGTH.test(key))?.[1]
  const length = overall?.match(/^[\d,.]+/)?.[0]
  if (!length) return null
  return (
    <div aria-hidden="true" className="px-5 pt-2.5">
      <div className="dimension">
        <span>{length}</span>
      </div>
    </div>
  )
}
