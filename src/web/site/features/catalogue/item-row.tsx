import { getCode, omitCode } from '#contracts/item/code.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { ItemLink } from '#web/lib/navigation/navigation.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { AddToEnquiry, AddToEnquiryForm } from '../../items/add-to-enquiry.tsx'
import { Highlight } from '../../items/highlight.tsx'
import { Price, SpecificationList } from '../../items/item-card.tsx'
import { getPlaceholder, ItemPicture } from '../../items/pictures/picture.tsx'
import { PICTURE_SIZES } from '../../items/pictures/picture-sizes.ts'
import { QuoteLink } from '../../items/quote-link.tsx'
import { CompareButton } from '../../items/remembered/compare-button.tsx'
import { FavouriteButton } from '../../items/remembered/favourite-button.tsx'
import { FitMark } from '../../items/remembered/my-machines.tsx'
import { ReplacedBy } from '../../items/replaced-by.tsx'
import { pickSpecifications } from '../../items/shown-specifications.ts'

interface ItemRowProps {
  item: Item
  /** Skips layout and painting until the row comes near the viewport. */
  deferRender: boolean
  term?: string | undefined
  /** The filters of the list, whose specifications come first. */
  filters?: string | undefined
}

/**
 * One row of the list view: picture, name and code, three specifications, price and actions (styles/site/card.css). Spare
 * parts are bought by the piece and seldom compared: their rows have a quantity instead.
 */
export function ItemRow({ item, deferRender, term, filters }: ItemRowProps) {
  const code = getCode(item)
  const specifications = omitCode(item)
  return (
    <article className={`row ${deferRender ? 'defer-render' : ''}`}>
      <div className="row-picture">
        <ItemPicture
          picture={item.pictures[0]}
          placeholder={getPlaceholder(item.kind)}
          alt=""
          sizes={PICTURE_SIZES.row}
        />
      </div>
      <div className="row-name">
        <h3>
          <ItemLink item={item} className="hover:underline">
            <Highlight text={item.name} term={term} />
          </ItemLink>
        </h3>
        <p>
          {code && <Highlight text={code} term={term} />}
          <FitMark item={item} />
        </p>
        <ReplacedBy item={item} />
      </div>
      <SpecificationList className="row-specs" specifications={pickSpecifications(specifications, filters)} />
      <div className="row-price">
        <Price item={item} />
      </div>
      <div className="row-actions">
        <FavouriteButton item={item} />
        {item.kind !== 'spare' && <CompareButton item={item} />}
        <ItemLink item={item} className={buttonClass('outline', 'sm')}>
          {t('View Details')}
        </ItemLink>
        {item.replacedBy.length === 0 && (
          <>
            <QuoteLink item={item} className={buttonClass('secondary', 'sm')}>
              {t('Quote')}
            </QuoteLink>
            {item.kind === 'spare' ? <AddToEnquiryForm item={item} isRow /> : <AddToEnquiry item={item} />}
          </>
        )}
      </div>
    </article>
  )
}
