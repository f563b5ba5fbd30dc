import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { formatRupees, truncate } from '#contracts/format.ts'
import { getCode, omitCode } from '#contracts/item/code.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { langOf } from '#web/lib/content-language.ts'
import { ItemLink } from '#web/lib/navigation/navigation.tsx'
import { useLabel } from '#web/lib/site-content.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { AddToEnquiry } from './add-to-enquiry.tsx'
import { Highlight } from './highlight.tsx'
import { getPlaceholder, ItemPicture } from './pictures/picture.tsx'
import { PICTURE_SIZES } from './pictures/picture-sizes.ts'
import { QuoteLink } from './quote-link.tsx'
import { CompareButton } from './remembered/compare-button.tsx'
import { FavouriteButton } from './remembered/favourite-button.tsx'
import { FitMark } from './remembered/my-machines.tsx'
import { ReplacedBy } from './replaced-by.tsx'
import { pickSpecifications, type ShownSpecification } from './shown-specifications.ts'
import { UnitText } from './units.tsx'

const OVERALL_LENGTH = /^Overall (?:size|length)/i

interface ItemCardProps {
  item: Item
  eager?: boolean
  urgent?: boolean
  /** Skips layout and painting until the card comes near the viewport. */
  deferRender?: boolean
  /** The search term to highlight. */
  term?: string | undefined
  /** A card of the catalogue, whose height lets two rows of cards fit into the window: without description and kind. */
  compact?: boolean
  /** States the kind of the item, where items of several kinds stand together. */
  showsKind?: boolean
  /** The filters of the list, whose specifications come first. */
  filters?: string | undefined
}

/** A card with picture, name, part number and price, two lines of text, three specifications, two links and three buttons (rows FEAT-5 to FEAT-7, CAT-7). */
export function ItemCard({
  item,
  eager = false,
  urgent = false,
  deferRender,
  term,
  compact,
  showsKind = !compact,
  filters,
}: ItemCardProps) {
  // A machine has its code in its name.
  const code = item.kind === 'spare' && getCode(item)
  const specifications = code ? omitCode(item) : item.specifications
  const shown = pickSpecifications(specifications, filters)
  const hiddenCount = specifications.length - shown.length
  return (
    <article className={`card ${compact ? 'card-compact' : ''} ${deferRender ? 'defer-render' : ''}`}>
      <div className="card-picture">
        <ItemPicture
          picture={item.pictures[0]}
          placeholder={getPlaceholder(item.kind)}
          alt=""
          sizes={compact ? PICTURE_SIZES.compactCard : PICTURE_SIZES.card}
          eager={eager}
          urgent={urgent}
          isWhole
          className="card-image"
        />
        <FavouriteButton item={item} className="absolute top-0 right-0" />
      </div>
      {!compact && <OverallLength item={item} />}
      <div className="card-body">
        <div className="card-head">
          {showsKind && (
            <Badge tone={item.kind} className="card-badge">
              {t(KIND_LABELS[item.kind].label)}
            </Badge>
          )}
          <h3 lang={langOf(item.name)}>
            <ItemLink item={item} className="after:absolute after:inset-0">
              <Highlight text={item.name} term={term} />
            </ItemLink>
          </h3>
          <Price item={item} />
          {item.kind === 'spare' && (
            <p className="card-code">
              {code && <Highlight text={code} term={term} />}
              <FitMark item={item} />
            </p>
          )}
        </div>
        <div className="card-details">
          <ReplacedBy item={item} />
          {!compact && (
            <p lang={langOf(item.description)} className="card-text">
              <Highlight text={truncate(item.description, DISPLAY_LIMITS.cardDescription)} term={term} />
            </p>
          )}
          {shown.length > 0 ? (
            <SpecificationList className="card-specs" specifications={shown} />
          ) : (
            <p className="card-note mt-2">{t('No specifications available.')}</p>
          )}
          <div className="card-foot">
            {hiddenCount > 0 && (
              <p className="card-note">{t('+{count} more specifications', { count: hiddenCount })}</p>
            )}
            <CompareButton item={item} label={t('Compare')} />
          </div>
          <div className="card-actions">
            <ItemLink item={item} className={buttonClass('outline')}>
              {t('View Details')}
            </ItemLink>
            {item.replacedBy.length === 0 && (
              <>
                <QuoteLink item={item} className={buttonClass('secondary')}>
                  {t('Request Quote')}
                </QuoteLink>
                <AddToEnquiry item={item} />
              </>
            )}
          </div>
        </div>
      </div>
    </article>
  )
}

/** The specifications of a card or list row; those by which the list is filtered are marked. */
export function SpecificationList({
  specifications,
  className,
}: {
  specifications: ShownSpecification[]
  className: string
}) {
  const getLabel = useLabel()
  return (
    <dl className={className}>
      {specifications.map(({ label, value, isFiltered }) => {
        const text = <UnitText text={value} label={label} />
        return (
          <div key={label}>
            <dt>{getLabel(label)}</dt>
            <dd lang={langOf(value)}>{isFiltered ? <mark>{text}</mark> : text}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The price in rupees, with the original price struck through (decision 0011), and whether the item is no longer made. */
export function Price({ item: { price, originalPrice, commercial } }: { item: Item }) {
  const isDiscontinued = commercial.availability === 'discontinued'
  if (price === undefined && !isDiscontinued) return null
  return (
    <p className="price">
      {price !== undefined && formatRupees(price)}
      {price !== undefined && originalPrice !== undefined && originalPrice > price && (
        <s>{formatRupees(originalPrice)}</s>
      )}
      {isDiscontinued && <Badge>{t('Discontinued')}</Badge>}
    </p>
  )
}

/** The dimension line below a picture, with the overall length of the item if it is known. */
function OverallLength({ item }: { item: Item }) {
  const overall = item.specifications.find(([key]) => OVERALL_LENGTH.test(key))?.[1]
  const length = overall?.match(/^[\d,.]+/)?.[0]
  if (!overall || !length) return null
  return (
    <div aria-hidden="true" className="px-5 pt-2.5">
      <div className="dimension">
        <span>
          <UnitText text={length + overall.replace(/^.*\d/, '')} />
        </span>
      </div>
    </div>
  )
}
