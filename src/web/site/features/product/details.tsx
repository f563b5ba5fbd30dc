import { ArrowLeft, Check, ShieldCheck } from 'lucide-react'
import type { Item } from '#contracts/item-reader.ts'
import { formatDollars, formatRupees, savePercent } from '../../../lib/format.ts'
import { SiteLink, useNavigate } from '../../../lib/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { catalogueAddress, TAB_LABELS } from '../../catalogue-address.ts'
import { Failure } from '../../items/failure.tsx'
import { Gallery } from './gallery.tsx'

/** One item in full (rows DET-2 to DET-8). */
export function Details({ item }: { item: Item }) {
  return (
    <>
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
      <div className="grid items-start gap-x-(--space-column) gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <Gallery item={item} />
        </div>
        <div className="lg:col-span-5 lg:row-span-2">
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
          <Buy item={item} />
          <p className="mt-6 whitespace-pre-line text-pretty">{item.description}</p>
          {item.features.length > 0 && (
            <>
              <h2 className="mt-10 mb-4 text-h3">Key Features</h2>
              <ol className="border-ink border-t">
                {item.features.map((feature, index) => (
                  <li key={feature} className="grid grid-cols-[auto_1fr] gap-4 border-line border-b py-4">
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
        <div className="lg:col-span-7">
          <h2 className="mb-4 text-h3">Technical Specifications</h2>
          {item.specifications.length > 0 ? (
            <table className="w-full border-ink border-t">
              <tbody>
                {item.specifications.map(([key, value]) => (
                  <tr key={key} className="border-line border-b">
                    <th scope="row" className="py-2.5 pr-4 text-left font-normal text-muted">
                      {key}
                    </th>
                    <td className="py-2.5 text-right font-head font-semibold text-lg">{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p className="text-muted">No specifications available.</p>
          )}
        </div>
      </div>
    </>
  )
}

/** When nothing answers to the id (row DET-9). */
export function NotFound() {
  return <Failure text="Product not found" action={<BackButton label="Go Back" variant="secondary" />} />
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

function Buy({ item }: { item: Item }) {
  const saved = savePercent(item.price, item.originalPrice)
  return (
    <div className="mt-6 border-line border-y py-5">
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
      <SiteLink to="/#contact" className={buttonClass('default', 'lg', 'mt-5 w-full print:hidden')}>
        Request Quote
      </SiteLink>
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
