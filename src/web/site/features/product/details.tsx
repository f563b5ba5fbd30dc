import { ArrowLeft, Check, Phone, ShieldCheck } from 'lucide-react'
import type { Item } from '#contracts/item-reader.ts'
import { LIMITS } from '#contracts/limits.ts'
import { formatDollars, formatRupees, savePercent, telephoneLink } from '../../../lib/format.ts'
import { SiteLink, useNavigate } from '../../../lib/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { WhatsAppIcon } from '../../../ui/social-icon.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { catalogueAddress, TAB_LABELS } from '../../catalogue-address.ts'
import { Failure } from '../../items/failure.tsx'
import { QuoteLink } from '../../items/quote-link.tsx'
import { Gallery } from './gallery.tsx'
import { Related } from './related.tsx'
import { Share, useItemAddress } from './share.tsx'
import { SpecificationTable } from './specification-table.tsx'

/** '25 mm', '1.5 kW': a figure with its unit, short enough to stand large. */
const FIGURE = /^(\d[\d,.]{0,7})\s?([a-zA-Z°%/]{0,5})$/

/** One item in full (rows DET-2 to DET-8); printed, its specification sheet. `asked` is the id or name in the address. */
export function Details({ item, asked }: { item: Item; asked: string }) {
  const { company } = useSiteContent()
  return (
    <>
      <p className="mb-6 hidden justify-between border border-ink p-3 print:flex">
        <b>{company.name}</b>
        <span>{`${item.name}, specification sheet`}</span>
        <span>{company.phones[0]?.number}</span>
      </p>
      <nav
        aria-label="Breadcrumb"
        className="mb-5 flex flex-wrap items-center gap-x-3 text-muted text-sm print:hidden"
      >
        <BackButton label="Back" />
        <SiteLink to="/" className="py-1 hover:underline">
          Home
        </SiteLink>
        <span aria-hidden="true">/</span>
        <SiteLink to={catalogueAddress({ tab: item.kind })} className="py-1 hover:underline">
          {TAB_LABELS[item.kind].title}
        </SiteLink>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{item.name}</span>
      </nav>
      <div className="grid items-start gap-x-(--space-column) gap-y-10 lg:grid-cols-12 print:grid-cols-2 print:gap-y-5">
        <div className="lg:col-span-7 print:col-span-1">
          <Gallery item={item} />
        </div>
        <div className="lg:col-span-5 lg:row-span-2 print:col-span-1 print:row-span-1">
          {item.brand && <p className="mb-2 font-head font-medium text-label text-muted">{item.brand}</p>}
          <h1>{item.name}</h1>
          {item.rating !== undefined && (
            <p className="mt-3 flex items-center gap-2">
              <Stars rating={Math.round(item.rating)} />
              <b className="font-head">{item.rating}</b>
              {item.reviewCount !== undefined && (
                <span className="text-muted">{`${item.reviewCount} reviews`}</span>
              )}
            </p>
          )}
          <KeyFigures item={item} />
          <Buy item={item} />
          <p className="mt-6 whitespace-pre-line text-pretty print:mt-3">{item.description}</p>
          {item.features.length > 0 && (
            <>
              <h2 className="mt-10 mb-4 text-h3 print:mt-4 print:mb-1">Key Features</h2>
              <ol className="border-ink border-t">
                {item.features.map((feature, index) => (
                  <li
                    key={feature}
                    className="grid grid-cols-[auto_1fr] gap-4 border-line border-b py-4 print:gap-2 print:py-1"
                  >
                    <span aria-hidden="true" className="balloon text-dim">
                      {index + 1}
                    </span>
                    {feature}
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
        <div className="lg:col-span-7 print:col-span-full">
          <h2 className="mb-4 text-h3 print:mb-1">Technical Specifications</h2>
          {item.specifications.length > 0 ? (
            <SpecificationTable specifications={item.specifications} />
          ) : (
            <p className="text-muted">No specifications available.</p>
          )}
        </div>
      </div>
      <Related item={item} asked={asked} />
    </>
  )
}

/** When nothing answers to the id (row DET-9). */
export function NotFound() {
  return (
    <Failure
      heading="h1"
      text="Product not found"
      action={<BackButton label="Go Back" variant="secondary" />}
    />
  )
}

function BackButton({ label, variant = 'link' }: { label: string; variant?: 'link' | 'secondary' }) {
  const navigate = useNavigate()
  const goBack = () => (history.length > 1 ? history.back() : navigate('/products'))
  return (
    <Button variant={variant} size={variant === 'link' ? 'sm' : 'default'} onClick={goBack}>
      {variant === 'link' && <ArrowLeft aria-hidden="true" size={18} />}
      {label}
    </Button>
  )
}

/** The first figures of the table, large: whether the machine fits the job. */
function KeyFigures({ item }: { item: Item }) {
  const figures = item.specifications
    .flatMap(([label, value]) => {
      const [, figure, unit = ''] = FIGURE.exec(value) ?? []
      return figure ? [{ label, figure, unit }] : []
    })
    .slice(0, LIMITS.cardSpecifications)
  if (figures.length < LIMITS.cardSpecifications) return null
  return (
    <dl className="mt-6 grid grid-cols-3">
      {figures.map(({ label, figure, unit }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end border-line-strong px-4 not-first:border-l first:pl-0 max-sm:px-2.5"
        >
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="whitespace-nowrap font-head font-semibold text-[1.75rem] leading-tight max-sm:text-[1.375rem]">
            {figure} <small className="font-medium text-base">{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Buy({ item }: { item: Item }) {
  const { company } = useSiteContent()
  const address = useItemAddress(item)
  const [phone] = company.phones
  const saved = savePercent(item.price, item.originalPrice)
  return (
    <div className="mt-6 border-line border-y py-5 print:mt-3 print:py-3">
      {item.price !== undefined && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <DetailsPrice
            price={item.price}
            originalPrice={saved === undefined ? undefined : item.originalPrice}
          />
          {saved !== undefined && <Badge tone="save">{`Save ${saved}%`}</Badge>}
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-success">
        <span className="inline-flex items-center gap-2">
          <Check aria-hidden="true" size={18} /> In Stock
        </span>
        <span className="inline-flex items-center gap-2">
          <ShieldCheck aria-hidden="true" size={18} /> 2 Year Warranty
        </span>
      </p>
      <div className="mt-5 grid gap-3 sm:grid-cols-[1fr_auto_auto] print:hidden">
        <QuoteLink item={item} className={buttonClass('default', 'lg')}>
          Request Quote
        </QuoteLink>
        {phone && (
          <a href={telephoneLink(phone.number)} className={buttonClass('outline', 'lg')}>
            <Phone aria-hidden="true" size={20} /> Call
          </a>
        )}
        <a
          href={`https://wa.me/${company.whatsapp}?text=${encodeURIComponent(`Please quote: ${item.name}\n${address}`)}`}
          rel="noopener"
          className={buttonClass('outline', 'lg')}
        >
          <WhatsAppIcon /> WhatsApp
        </a>
      </div>
      <Share item={item} />
    </div>
  )
}

/** US dollar format; with a rate converted, and the rupees below (decision 0011). */
function DetailsPrice({ price, originalPrice }: { price: number; originalPrice: number | undefined }) {
  const { detailsCurrency, rupeesPerDollar } = useSiteContent().prices
  const format = (amount: number) =>
    detailsCurrency === 'INR'
      ? formatRupees(amount)
      : formatDollars(rupeesPerDollar ? amount / rupeesPerDollar : amount)
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
