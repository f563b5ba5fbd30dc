import { Check, X } from 'lucide-react'
import { listKeyFigures } from '#contracts/catalogue/key-figures.ts'
import { formatRupees, toTelLink } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { AVAILABILITY_TEXTS, formatWarranty, listConditions } from '#contracts/item/terms.ts'
import { t } from '#messages/messages.ts'
import { useLabel, useSiteContent } from '#web/lib/site-content.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { AddToEnquiry, AddToEnquiryForm } from '../../items/add-to-enquiry.tsx'
import { QuoteLink } from '../../items/quote-link.tsx'
import { ReplacedBy } from '../../items/replaced-by.tsx'
import { UnitText } from '../../items/units.tsx'
import { getDiscountPercent, useFormatDetailsPrice } from './price.ts'
import { Share, useItemUrl } from './share.tsx'

const DEFAULT_WARRANTY_MONTHS = 24

/** The first numeric specifications in large type. */
export function KeySpecifications({ item }: { item: Item }) {
  const figures = listKeyFigures(item.specifications)
  const getLabel = useLabel()
  if (figures.length === 0) return null
  return (
    <dl className="mt-6 grid grid-cols-3">
      {figures.map(({ label, number, unit }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end border-line-strong px-4 not-first:border-l first:pl-0 max-sm:px-2.5"
        >
          <dt className="text-muted text-xs">{getLabel(label)}</dt>
          <dd className="whitespace-nowrap font-head font-semibold text-title leading-tight max-sm:text-h4">
            <UnitText text={`${number} ${unit}`} label={label}>
              {number} <small className="font-medium text-base">{unit}</small>
            </UnitText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Price, availability, and the ways to request a quote (rows DET-6 to DET-8). An item that is replaced leads to its
 * replacement instead.
 */
export function PurchasePanel({ item }: { item: Item }) {
  const { company } = useSiteContent()
  const itemUrl = useItemUrl(item)
  const [phone] = company.phones
  const discountPercent = getDiscountPercent(item.price, item.originalPrice)
  const isReplaced = item.replacedBy.length > 0
  return (
    <div className="mt-6 border-line border-y py-5 print:mt-3 print:py-3">
      {item.price !== undefined && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <DetailsPrice
            price={item.price}
            originalPrice={discountPercent === undefined ? undefined : item.originalPrice}
          />
          {discountPercent !== undefined && (
            <Badge tone="save">{t('Save {percent}%', { percent: discountPercent })}</Badge>
          )}
        </p>
      )}
      <Terms item={item} />
      {!isReplaced && <AddToEnquiryForm item={item} />}
      <div className="mt-3 flex flex-wrap gap-3 *:grow print:hidden">
        {!isReplaced && (
          <QuoteLink item={item} className={buttonClass('outline')}>
            {t('Request Quote')}
          </QuoteLink>
        )}
        {phone && (
          <a href={toTelLink(phone.number)} className={buttonClass('outline')}>
            {t('Call')}
          </a>
        )}
        <a
          href={`https://wa.me/${company.whatsapp}?text=${encodeURIComponent(`Please quote: ${item.name}\n${itemUrl}`)}`}
          rel="noopener"
          className={buttonClass('outline')}
        >
          {t('WhatsApp')}
        </a>
      </div>
      <Share item={item} />
      {!isReplaced && <PurchaseBar item={item} />}
    </div>
  )
}

/** On narrow screens, price and action at the lower edge of the window, beside the floating buttons. */
function PurchaseBar({ item }: { item: Item }) {
  const format = useFormatDetailsPrice()
  return (
    <div className="purchase-bar">
      {item.price !== undefined && <b>{format(item.price)}</b>}
      <AddToEnquiry item={item} variant="default" />
    </div>
  )
}

/** Availability, warranty and what the price is for. The settings say what is shown of an item that states neither (row DET-8). */
function Terms({ item }: { item: Item }) {
  const isDefault = useSiteContent().prices.unstatedTerms === 'shown'
  const availability = item.commercial.availability ?? (isDefault ? 'in-stock' : null)
  const warranty = formatWarranty(item.commercial.warrantyMonths ?? (isDefault ? DEFAULT_WARRANTY_MONTHS : 0))
  const isDiscontinued = availability === 'discontinued'
  const Icon = isDiscontinued ? X : Check
  const unit = item.price === undefined ? null : item.commercial.unit
  const conditions = !isDiscontinued && listConditions({ ...item.commercial, unit })
  return (
    <>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-success">
        {availability && (
          <span className={`inline-flex items-center gap-2 ${isDiscontinued ? 'text-danger' : ''}`}>
            <Icon aria-hidden="true" size={18} /> {t(AVAILABILITY_TEXTS[availability])}
          </span>
        )}
        {warranty && (
          <span className="inline-flex items-center gap-2">
            <Check aria-hidden="true" size={18} /> {warranty}
          </span>
        )}
      </p>
      <ReplacedBy item={item} />
      {conditions && <p className="mt-2 text-muted text-sm">{conditions}</p>}
    </>
  )
}

/** The price in US dollar format; with an exchange rate it is converted, and the rupees are below it (decision 0011). */
function DetailsPrice({ price, originalPrice }: { price: number; originalPrice: number | undefined }) {
  const { detailsCurrency, rupeesPerDollar } = useSiteContent().prices
  const format = useFormatDetailsPrice()
  return (
    <>
      <span className="font-head font-semibold text-h2 leading-none">{format(price)}</span>
      {originalPrice !== undefined && <s className="text-lg text-muted">{format(originalPrice)}</s>}
      {detailsCurrency === 'USD' && rupeesPerDollar && (
        <span className="order-last w-full text-muted text-sm">{formatRupees(price)}</span>
      )}
    </>
  )
}
