import { ArrowLeft } from 'lucide-react'
import { getCode, omitCode } from '#contracts/item/code.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { CODE_LABELS, KIND_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { langOf } from '#web/lib/content-language.ts'
import { SiteLink, useNavigate } from '#web/lib/navigation/navigation.tsx'
import { useBelowFoldReady } from '#web/lib/navigation/scroll-restoration.ts'
import { Button } from '../../../ui/button.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { buildCatalogueUrl } from '../../catalogue-url.ts'
import { ErrorPanel } from '../../items/error-panel.tsx'
import { PrintHeader } from '../../items/print-header.tsx'
import { MyMachines } from '../../items/remembered/my-machines.tsx'
import { UnitSwitch } from '../../items/units.tsx'
import { DocumentList } from './document-list.tsx'
import { Gallery } from './gallery.tsx'
import { KeySpecifications, PurchasePanel } from './purchase-panel.tsx'
import { Related } from './relations/related.tsx'
import { SpecificationTable } from './specification-table.tsx'

/** The details of an item (rows DET-2 to DET-8); in print its specification sheet. `requestedId` is the id or slug in the address. */
export function Details({ item, requestedId }: { item: Item; requestedId: string }) {
  const belowFoldReady = useBelowFoldReady()
  const code = getCode(item)
  const specifications = omitCode(item)
  const orderDetails = listOrderDetails(item)
  return (
    <>
      <PrintHeader
        title={t('{name}, specifications', { name: item.name })}
        path={`/product/${encodeURIComponent(item.slug)}`}
      />
      <Breadcrumb item={item} />
      <SectionBar item={item} />
      <div className="details">
        <div className="details-gallery">
          <Gallery item={item} />
        </div>
        <div className="details-purchase">
          {item.brand && <p className="mb-2 font-head font-medium text-label text-muted">{item.brand}</p>}
          <h1 lang={langOf(item.name)}>{item.name}</h1>
          {code && !item.name.includes(code) && (
            <p className="mt-2 text-muted">{`${t(CODE_LABELS[item.kind])} ${code}`}</p>
          )}
          {item.rating !== undefined && (
            <p className="mt-3 flex items-center gap-2">
              <Stars rating={item.rating} />
              <b className="font-head">{item.rating}</b>
              {item.reviewCount !== undefined && (
                <span className="text-muted">
                  {t('{count, plural, one {# review} other {# reviews}}', { count: item.reviewCount })}
                </span>
              )}
            </p>
          )}
          {item.kind === 'spare' && <MyMachines part={item} />}
          <KeySpecifications item={item} />
          <PurchasePanel item={item} />
        </div>
        <div className="details-text">
          <div id="overview" className="details-section">
            <p lang={langOf(item.description)} className="max-w-prose whitespace-pre-line text-pretty">
              {item.description}
            </p>
            {item.features.length > 0 && <KeyFeatures features={item.features} />}
          </div>
          <div
            id="specifications"
            className="details-section mt-10 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:mt-3 print:mb-1"
          >
            <h2 className="text-h3">{t('Technical Specifications')}</h2>
            {/* Services are measured in days, and the foot of the page has a switch, too. */}
            {item.kind !== 'service' && <UnitSwitch />}
          </div>
          {specifications.length > 0 ? (
            <SpecificationTable specifications={specifications} />
          ) : (
            <p className="text-muted">{t('No specifications available.')}</p>
          )}
          {orderDetails.length > 0 && (
            <>
              <h2 className="mt-8 mb-4 text-h3 print:hidden">{t('Ordering details')}</h2>
              <SpecificationTable specifications={orderDetails} />
            </>
          )}
          <DocumentList item={item} />
        </div>
      </div>
      {belowFoldReady && <Related item={item} requestedId={requestedId} />}
    </>
  )
}

/** The code, the machines that a part fits, and what a tax invoice states. */
function listOrderDetails(item: Item): Specifications {
  const code = getCode(item)
  const { hsn, gstRate } = item.commercial
  const machines = item.relations.machines?.items.map(({ code, name }) => code ?? name)
  return [
    ...(code ? [[t(CODE_LABELS[item.kind]), code] satisfies Specifications[number]] : []),
    ...(machines
      ? [[t('Fits machines'), [...new Set(machines)].join(', ')] satisfies Specifications[number]]
      : []),
    ...(hsn ? [[t('HSN or SAC code'), hsn] satisfies Specifications[number]] : []),
    ...(gstRate !== null ? [[t('GST'), `${gstRate} %`] satisfies Specifications[number]] : []),
  ]
}

function Breadcrumb({ item }: { item: Item }) {
  return (
    <nav
      aria-label={t('Breadcrumb')}
      className="flex flex-wrap items-center gap-x-3 text-muted text-sm print:hidden"
    >
      <BackButton label={t('Back')} />
      <SiteLink to="/" className="py-1 hover:underline">
        {t('Home')}
      </SiteLink>
      <span aria-hidden="true">/</span>
      <SiteLink to={buildCatalogueUrl({ tab: item.kind })} className="py-1 hover:underline">
        {t(KIND_LABELS[item.kind].heading)}
      </SiteLink>
      <span aria-hidden="true">/</span>
      <span aria-current="page">{item.name}</span>
    </nav>
  )
}

/** Links to the sections of the page, at the top of the window while they are read. */
function SectionBar({ item: { drawings, relations } }: { item: Item }) {
  const sections = [
    ['overview', t('Overview')],
    ['specifications', t('Specifications')],
    ['documents', t('Documents')],
    drawings[0]?.picture && [`drawing-${drawings[0].id}`, t('Drawings')],
    relations.parts && ['parts', t('Spare parts')],
  ].filter((section) => !!section)
  return (
    <nav aria-label={t('Sections')} className="section-bar">
      {sections.map(([id, label]) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  )
}

function KeyFeatures({ features }: { features: string[] }) {
  return (
    <>
      <h2 className="mt-10 mb-4 text-h3 print:mt-4 print:mb-1">{t('Key Features')}</h2>
      <ol className="border-ink border-t">
        {features.map((feature, index) => (
          <li
            key={feature}
            lang={langOf(feature)}
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
  )
}

/** The message for an unknown item (row DET-9), or for a failed request. */
export function NotFound({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <ErrorPanel
      heading="h1"
      message={t('Product not found')}
      {...(isUnreachable && {
        reason: t('Check your connection and try again.'),
      })}
      action={
        <div className="flex gap-3">
          {isUnreachable && <Button onClick={() => location.reload()}>{t('Try Again')}</Button>}
          <BackButton label={t('Go Back')} variant="secondary" />
        </div>
      }
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
